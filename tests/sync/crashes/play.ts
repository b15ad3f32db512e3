import type { VirtualClock } from '#tests/support/virtual-clock.ts'
import type { FaultyNetwork } from '#tests/support/faulty-network.ts'
import type { ModelServer } from '#tests/support/model-server.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Row } from '#core/sync/ports.ts'
import type { ContextName } from '../world/context.ts'
import { type Kind, markOf } from '../world/ledger.ts'
import type { AgentName, SimulatedDevice } from '#tests/sync/world/simulated-device.ts'
import { newSave, type Page, type Save } from '../world/work.ts'
import type { World } from '../world/world.ts'

/** The page on which the agent acted ended before its step was done. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

export type PageName = { tablet: 0 | 1; agent: AgentName; name: ContextName }

/** A story while it runs: the world, and what agents remember when their pages end. */
export class Play {
  readonly world: World
  readonly clock: VirtualClock
  /** The first device, its network, and the first agent's records on the server. */
  readonly tablet: SimulatedDevice
  readonly network: FaultyNetwork
  readonly account: ModelServer
  /** Marks of the story's records, by the story's name for them. */
  readonly marks = new Map<string, string>()
  private readonly begun = new Map<string, { save: Save; opened: Row | undefined }>()
  private step = 0
  private action = 0

  constructor(world: World) {
    this.world = world
    this.clock = world.clock
    this.tablet = world.tablet(0)
    this.network = this.tablet.network
    this.account = world.accounts['1']
  }

  /** Begins a step. Saves are identified by their position in it, so a repeated step repeats the same saves. */
  beginStep(step: number): void {
    this.step = step
    this.action = 0
  }

  page({ tablet, agent, name }: PageName): Page {
    const device = this.world.tablet(tablet)
    return { tablet: device, context: device.contextOf(agent, name) }
  }

  /** Returns the next save and the row as its form opened. Both survive the end of the page, as in a draft. */
  nextSave(page: Page, kind: Kind, record: string): { save: Save; opened: Row | undefined } {
    this.action += 1
    const name = `${this.step} ${this.action}`
    const known = this.begun.get(name) ?? { save: newSave(this.world, page), opened: this.row(page, kind, record) }
    this.begun.set(name, known)
    return known
  }

  row({ tablet, context }: Page, kind: Kind, record: string): Row | undefined {
    const rows = this.world.rows(tablet, context.place.agent, kind)
    return structuredClone(rows.find((row) => markOf(kind, row) === this.marks.get(record)))
  }

  record(kind: Kind, record: string): Fields | undefined {
    return this.world.records('1', kind).find((one) => this.world.ledger.markOf(kind, one) === this.marks.get(record))
  }
}
