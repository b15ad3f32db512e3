import * as fc from 'fast-check'
import type { Ledger } from '../../world/ledger.ts'
import type { ContextName } from '../../world/context.ts'
import type { Page } from '../../world/work.ts'
import type { World } from '../../world/world.ts'

/** The page on which an agent works, and the index of the record that they choose. */
export type At = { tablet: number; tab: ContextName; which: number }

export type Definition<With> = {
  with: fc.Arbitrary<With>
  weight?: number
  /** Whether the event makes sense for what the ledger contains. The kind of server is checked when it runs. */
  when?: (ledger: Ledger) => boolean
  run: (world: World, given: With) => Promise<void> | void
}

/** Events by name, in the order in which histories choose from them. */
export class EventGroup {
  readonly definitions = new Map<string, Definition<never>>()

  define<With>(name: string, definition: Definition<With>): void {
    this.definitions.set(name, definition as unknown as Definition<never>)
  }
}

export const tablet = fc.constantFrom(0, 1)
export const which = fc.nat(7)
export const tab = fc.constantFrom<ContextName>('first tab', 'second tab')
export const anyContext = fc.constantFrom<ContextName>('first tab', 'second tab', 'worker')
export const at: fc.Arbitrary<At> = fc.record({ tablet, tab, which })

export function pickOne<One>(all: readonly One[], which: number): One | undefined {
  return all.length === 0 ? undefined : all[which % all.length]
}

/** A tab of the agent who is signed in on the device; null when there is none. */
export function pageAt(world: World, given: Pick<At, 'tablet' | 'tab'>): Page | null {
  const context = world.context(given.tablet, given.tab)
  return context === null ? null : { context, tablet: world.tablet(given.tablet) }
}
