import bcd, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data' with { type: 'json' }
import { type AtRule, type Declaration, parse, type Rule } from 'postcss'
import { supportedBrowsers } from '#app/page/supported-browsers.ts'

const { safari, chrome, firefox } = supportedBrowsers
const oldest = { safari, safari_ios: safari, chrome, edge: chrome, firefox } as const

/** Features that a supported browser lacks, by MDN's data. Rules in `@supports` and prefixed names are ignored. */
export function unsupportedStyles(css: string): string[] {
  const found = new Set<string>()
  const note = (name: string, feature: Identifier | undefined) => {
    if (feature?.__compat !== undefined && !isSupported(feature.__compat)) found.add(name)
  }
  const root = parse(css)
  root.walkAtRules('supports', (rule) => void rule.remove())
  root.walk((node) => {
    if (node.type === 'atrule') noteAtRule(node, note)
    if (node.type === 'rule') noteSelector(node, note)
    if (node.type === 'decl') noteDeclaration(node, note)
  })
  return [...found].toSorted()
}

type Note = (name: string, feature: Identifier | undefined) => void

function noteAtRule({ name }: AtRule, note: Note): void {
  note(`@${name}`, bcd.css['at-rules']?.[name])
}

function noteSelector({ selector }: Rule, note: Note): void {
  for (const [pseudo, name = ''] of selector.matchAll(/::?([a-z-]+)/g)) note(pseudo, bcd.css.selectors?.[name])
  if (selector.includes('&')) note('&', bcd.css.selectors?.['nesting'])
}

function noteDeclaration({ prop, value }: Declaration, note: Note): void {
  if (prop.startsWith('-')) return
  const property = bcd.css.properties?.[prop]
  note(prop, property)
  for (const word of new Set(value.match(/[a-z][a-z-]*/g))) note(`${prop}: ${word}`, property?.[word])
  for (const [, name = ''] of value.matchAll(/([a-z][a-z-]*)\(/g)) note(`${name}()`, functions.get(name))
}

/** CSS functions by name, collected from all types of values. */
const functions = new Map<string, Identifier>()
collectFunctions(bcd.css.types as unknown as Identifier)

function collectFunctions(types: Identifier): void {
  for (const [name, feature] of Object.entries(types)) {
    if (name === '__compat' || typeof feature !== 'object') continue
    const inside = feature as Identifier
    if (inside.__compat !== undefined && !functions.has(name)) functions.set(name, inside)
    collectFunctions(inside)
  }
}

function isSupported({ support }: CompatStatement): boolean {
  return Object.entries(oldest).every(([browser, version]) => {
    const statement = support[browser as keyof typeof oldest]
    const all = statement === undefined ? [] : [statement].flat()
    return all.some(({ version_added, version_removed, flags, alternative_name, partial_implementation }) => {
      const isWhole = flags === undefined && alternative_name === undefined && partial_implementation !== true
      if (!isWhole || typeof version_added !== 'string' || version_removed !== undefined) return false
      return isAtMost(version_added.replace('≤', ''), version)
    })
  })
}

function isAtMost(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return major < otherMajor || (major === otherMajor && minor <= otherMinor)
}
