import type { CSSProperties } from 'react'

/** Custom properties for the style sheets of the grid. */
export function gridVariables(values: Record<string, number>): CSSProperties {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]))
}
