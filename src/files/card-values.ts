import type { CardProperty } from './card-property.ts'

/** All texts of a property's value, however they are nested; blank ones are left out. */
export function textsOf(values: unknown): string[] {
  return [values ?? []]
    .flat(3)
    .map(textOf)
    .filter((text) => text !== '')
}

export function textOf(value: unknown): string {
  // The library leaves the sign escaped that parts the values of other properties, and Apple's colons.
  if (typeof value === 'string') return value.replaceAll(/\\([;:])/g, '$1').trim()
  return typeof value === 'number' ? String(value) : ''
}

/** What the card calls a value ("Mobile"). Apple writes `item1.TEL` and beside it `item1.X-ABLabel:_$!<Work>!$_`. */
export function labelOf({ group, types }: CardProperty, properties: readonly CardProperty[]): string {
  const said = properties.find((other) => group !== '' && other.group === group && other.name === 'x-ablabel')
  if (said !== undefined) return textOf(said.values[0]).replaceAll(/^_\$!<|>!\$_$/g, '')
  const telling = types.find((type) => !['internet', 'voice', 'pref', 'x-internet', 'text'].includes(type)) ?? ''
  const machine = ['fax', 'pager'].find((type) => type !== telling && types.includes(type))
  return [telling.charAt(0).toUpperCase() + telling.slice(1), machine ?? ''].join(' ').trim()
}
