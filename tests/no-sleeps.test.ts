import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/* A test that sleeps is slow on every machine and fails on a busy one: wait for an event, or use a fake clock. */

const root = path.resolve(import.meta.dirname, '..')
const testFile = /\.(test|journey)\.tsx?$/

test('no test of `npm test`, and nothing that it imports from `tests`, sleeps or measures elapsed time', () => {
  const files = filesOfTheGate()
  expect(files.length).toBeGreaterThan(300)
  expect(files).toContain('tests/support/virtual-clock.ts')
  const sleeps = files.flatMap((file) => sleepsIn(file, readFileSync(path.join(root, file), 'utf8')))
  expect(sleeps, `${sleeps.join('\n')}\n`).toEqual([])
})

test.each([
  'await new Promise((resolve) => setTimeout(resolve, 500))',
  'const late = () => window.setTimeout(letGo, delayMs)',
  "import { setTimeout as pause } from 'node:timers/promises'",
  "import timers from 'timers/promises'",
  'await page.waitForTimeout(1000)',
  "await field.pressSequentially('Elm', { delay: 80 })",
  'Atomics.wait(numbers, 0, 0, 100)',
  'while (performance.now() < until);',
  'do look()\nwhile (Date.now() < until)',
  'for (; Date.now() < until; ) look()',
  'const startedAt = Date.now()\nawait work()\nexpect(Date.now() - startedAt).toBeLessThan(8000)',
  'const startedAt = performance.now()\nconst took = () => performance.now() - startedAt',
  'const script = `setTimeout(resolve, 7000)`',
])('%s is reported as a sleep', (source) => expect(sleepsIn('a.test.ts', source)).toHaveLength(1))

test.each([
  'await new Promise((resolve) => setTimeout(resolve))',
  'await new Promise((resolve) => setTimeout(resolve, 0))',
  "import { setImmediate } from 'node:timers/promises'",
  'test.setTimeout(240_000)',
  "vi.useFakeTimers({ toFake: ['setTimeout'] })",
  'await clock.sleep(500)',
  'await expect.poll(count, { timeout: 10_000 }).toBe(2)',
  'const hourAgo = Date.now() - 3_600_000',
  'const kept = Date.now() - photosKeptMs',
  'const timer: ReturnType<typeof setTimeout> = begin()',
])('%s is not reported', (source) => expect(sleepsIn('a.test.tsx', source)).toEqual([]))

function filesOfTheGate(): string[] {
  const met = new Set<string>()
  const visit = (file: string) => {
    if (met.has(file)) return
    met.add(file)
    for (const imported of importsOf(file)) visit(imported)
  }
  for (const folder of ['rules', 'sync', 'server', 'screens', 'journeys', 'engines']) {
    const files = readdirSync(path.join(root, 'tests', folder), { recursive: true, encoding: 'utf8' })
    for (const file of files) if (testFile.test(file)) visit(path.posix.join('tests', folder, file))
  }
  // Run by Vitest and Playwright before the tests.
  for (const file of ['server-test-setup.ts', 'reset-page.ts']) visit(`tests/support/${file}`)
  visit('tests/journeys/new-data-folder.ts')
  return [...met]
}

function importsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8')
  const { staticImports, staticExports } = parseSync(file, source).module
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    // Workers, and modules of a page.
    ...[...source.matchAll(/(?:import|new URL)\(\s*'([^']+)'/g)].map(([, specifier = '']) => specifier),
  ]
  return specifiers
    .map((specifier) =>
      specifier.startsWith('#tests/')
        ? specifier.replace('#', '')
        : specifier.startsWith('.')
          ? path.posix.join(path.posix.dirname(file), specifier)
          : '',
    )
    .filter((name) => /^tests\/.*\.([cm]?js|tsx?)$/.test(name) && existsSync(path.join(root, name)))
}

type Node = { type: string; start: number } & Record<string, unknown>

const advice = 'wait for the event that must come next, or use a fake clock'

/** Everything in a file that takes or measures real time, with its line. */
function sleepsIn(file: string, source: string): string[] {
  // Parsing takes most of the time, and few files name a timer or a clock.
  if (!/setTimeout|timers|waitForTimeout|delay|Atomics|\bnow\(/.test(source)) return []
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const instants = new Set<string>()
  const found: string[] = []
  visit(program as unknown as Node)
  return found

  function visit(node: Node): void {
    if (node.type === 'VariableDeclarator' && isReadingOfTheClock(node['init'])) {
      instants.add(String((node['id'] as { name?: string }).name))
    }
    const what = sleepOf(node, instants)
    if (what !== null) {
      found.push(`${file}:${source.slice(0, node.start).split('\n').length}: ${what}; ${advice}`)
      return
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
}

function sleepOf(node: Node, instants: ReadonlySet<string>): string | null {
  switch (node.type) {
    case 'CallExpression':
      return sleepOfCall(node)
    case 'ImportDeclaration':
      return sleepOfImport(node)
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return contains(node['test'], isReadingOfTheClock) ? 'a loop until an instant' : null
    case 'BinaryExpression': {
      const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node }
      const isElapsed = operator === '-' && isReadingOfTheClock(left) && instants.has(String(right['name']))
      return isElapsed ? 'elapsed time' : null
    }
    case 'Literal':
      return isTimerInText(node['value']) ? 'setTimeout in a script' : null
    case 'TemplateElement':
      return isTimerInText((node['value'] as { raw: string }).raw) ? 'setTimeout in a script' : null
    default:
      return null
  }
}

const globals = new Set(['globalThis', 'window', 'self'])

function sleepOfCall(call: Node): string | null {
  const { callee } = call as unknown as { callee: Node }
  const given = call['arguments'] as Node[]
  const { object, property } = callee as unknown as { object?: { name?: string }; property?: { name?: string } }
  const isGlobal = object === undefined || globals.has(object.name ?? '')
  const name = property?.name ?? String(callee['name'])
  if (isGlobal && name === 'setTimeout') {
    const delay = given[1]
    return delay === undefined || delay['value'] === 0 ? null : 'setTimeout with a delay'
  }
  if (name === 'waitForTimeout') return name
  if (name === 'wait' && object?.name === 'Atomics') return 'Atomics.wait'
  const isDelayed = given.some(
    (argument) =>
      argument.type === 'ObjectExpression' &&
      (argument['properties'] as Node[]).some((one) => (one['key'] as { name?: string } | undefined)?.name === 'delay'),
  )
  return isDelayed && /^(press|type|click|dblclick|tap|fill)/.test(name) ? `${name} with a delay` : null
}

function sleepOfImport(node: Node): string | null {
  const { source, specifiers } = node as unknown as {
    source: { value: string }
    specifiers: { imported?: { name: string } }[]
  }
  if (!/^(node:)?timers\/promises$/.test(source.value)) return null
  return specifiers.every(({ imported }) => imported?.name === 'setImmediate') ? null : `timers/promises`
}

function isReadingOfTheClock(value: unknown): boolean {
  if (!isNode(value) || value.type !== 'CallExpression') return false
  const { object, property } = value['callee'] as { object?: { name?: string }; property?: { name?: string } }
  return property?.name === 'now' && ['Date', 'performance'].includes(object?.name ?? '')
}

function isTimerInText(text: unknown): boolean {
  return typeof text === 'string' && /\bsetTimeout\([^)]*, *[1-9]/.test(text)
}

function contains(value: unknown, isWanted: (value: unknown) => boolean): boolean {
  if (isWanted(value)) return true
  if (Array.isArray(value)) return value.some((one) => contains(one, isWanted))
  return isNode(value) && Object.values(value).some((one) => contains(one, isWanted))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
