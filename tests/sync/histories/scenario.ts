import type { Step } from './commands.ts'
import type { ServerKind } from '../world/world.ts'

/** A history that once failed, as the shortest that shows the failure. */
export type Scenario = { sentence: string; server: ServerKind; steps: readonly Step[] }

export const first = { tablet: 0, tab: 'first tab', which: 0 }
export const second = { tablet: 1, tab: 'first tab', which: 0 }
export const plainly = { isAsked: false, fault: 0, target: 0, latency: 0 }
export const exchangeOf = (tablet: number, fault: Partial<typeof plainly> = {}): Step => [
  'exchanges with the server',
  { tablet, by: 'first tab', ...plainly, ...fault },
]
