import * as fc from 'fast-check'
import { frozenPages } from './happenings/frozen-pages.ts'
import { exchanges } from './happenings/exchanges.ts'
import { machines } from './happenings/machines.ts'
import { theOffice } from './happenings/the-office.ts'
import { outbox } from './happenings/outbox.ts'
import { people } from './happenings/people.ts'
import { records } from './happenings/records.ts'
import { checkAfterEvent } from '../world/invariants.ts'
import { nothingWaitsForFrozenPages } from '../world/invariants/in-the-cache.ts'
import type { Ledger } from '../world/ledger.ts'
import type { World } from '../world/world.ts'

/** The number of a history determines it only as long as this order, and the order inside each chapter, is unchanged. */
const chapters = [records, outbox, exchanges, machines, people, theOffice, frozenPages]
const definitions = new Map(chapters.flatMap(({ definitions: those }) => Array.from(those)))

/** One event by its name and parameters, printed so that it can become a scenario. */
export type Step = readonly [does: string, given: unknown]

export class HistoryEvent implements fc.AsyncCommand<Ledger, World> {
  readonly step: Step

  constructor(step: Step) {
    if (!definitions.has(step[0])) throw new Error(`Nothing is called “${step[0]}”.`)
    this.step = step
  }

  check(ledger: Readonly<Ledger>): boolean {
    return definitions.get(this.step[0])?.when?.(ledger as Ledger) ?? true
  }

  async run(_: Ledger, world: World): Promise<void> {
    const [does, given] = this.step
    await definitions.get(does)?.run(world, given as never)
    // Everything that was started settles first, so that no transaction is checked half-way.
    await world.pass(0)
    await nothingWaitsForFrozenPages(world)
    checkAfterEvent(world)
  }

  toString(): string {
    return JSON.stringify(this.step)
  }
}

export const happenings: fc.Arbitrary<HistoryEvent>[] = [...definitions].flatMap(([does, definition]) => {
  const one = (definition.with as fc.Arbitrary<unknown>).map((given) => new HistoryEvent([does, given]))
  return Array.from({ length: definition.weight ?? 1 }, () => one)
})

export const happeningNames: readonly string[] = [...definitions.keys()]
