import type { VirtualClock } from '#tests/support/virtual-clock.ts'
import type { FaultyNetwork } from '#tests/support/faulty-network.ts'
import type { ModelServer } from '#tests/support/model-server.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Row } from '#core/sync/ports.ts'
import type { ContextName } from '../world/context.ts'
import { type Kind, markOf } from '../world/ledger.ts'
import type { AgentName, Tablet } from '../world/tablet.ts'
import { newSave, type Page, type Save } from '../world/work.ts'
import type { World } from '../world/world.ts'

/** The page under the agent's hand ended before it could say that it was done. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** Which page of a story: a device, whose it is, and the tab or worker there. */
export type PageName = { tablet: 0 | 1; agent: AgentName; name: ContextName }

/** A story as it is played: the world, and what its agents remember although their pages end. */
export class Play {
  readonly world: World
  readonly clock: VirtualClock
  /** The first device, its way to the server, and what the first agent has there. */
  readonly tablet: Tablet
  readonly network: FaultyNetwork
  readonly account: ModelServer
  /** The mark of each record of the story by the story's name for it. */
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

  /** Begins a step of the story. Its saves are known by their place in it: done again after a crash, they are the same. */
  beginStep(step: number): void {
    this.step = step
    this.action = 0
  }

  page({ tablet, agent, name }: PageName): Page {
    const device = this.world.tablet(tablet)
    return { tablet: device, context: device.contextOf(agent, name) }
  }

  /** The next save, with the form as it opened: a draft keeps both over the end of the page. */
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

  /** A record of the story on the server. */
  record(kind: Kind, record: string): Fields | undefined {
    return this.world.records('1', kind).find((one) => this.world.ledger.markOf(kind, one) === this.marks.get(record))
  }
}
