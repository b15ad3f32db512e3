import * as fc from 'fast-check'
import type { Ledger } from '../../world/ledger.ts'
import type { ContextName } from '../../world/context.ts'
import type { Page } from '../../world/work.ts'
import type { World } from '../../world/world.ts'

/** Where somebody works, and which of the records there they mean. */
export type At = { tablet: number; tab: ContextName; which: number }

export type Definition<With> = {
  with: fc.Arbitrary<With>
  weight?: number
  /** Whether it makes sense by what people know; the server's kind is looked at when it runs. */
  when?: (ledger: Ledger) => boolean
  run: (world: World, given: With) => Promise<void> | void
}

/** Things that can happen, by their names, in the order in which histories choose from them. */
export class Chapter {
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

/** The tab of somebody who works there now. */
export function pageAt(world: World, given: Pick<At, 'tablet' | 'tab'>): Page | null {
  const context = world.context(given.tablet, given.tab)
  return context === null ? null : { context, tablet: world.tablet(given.tablet) }
}
