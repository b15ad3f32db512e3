import type { DeletedRecord } from '#core/sync/writing/delete-record.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Request, Row } from '#core/sync/ports.ts'
import { modelServer, type ModelAnswer, type ModelServer } from '#tests/support/model-server.ts'
import { virtualClock, type VirtualClock } from '#tests/support/virtual-clock.ts'
import { dexieStore, memoryStore } from './agent-store.ts'
import { type Kind, Ledger, type Life, type SavedValue, markFields, markOf } from './ledger.ts'
import type { Context, ContextName } from './context.ts'
import type { Page } from './work.ts'
import { type AgentName, type Place, type SimulatedDevice, createSimulatedDevice } from './simulated-device.ts'

export type ServerKind = 'ours' | 'ours in batches' | 'plain'
export type StorageKind = 'dexie' | 'memory'

/** A write that reached the server in the session of `agent`, sent by a page of the agent `from`. */
export type Arrival = { agent: AgentName; from: string | undefined; request: Request; tablet: number; status: number }

export const agents: readonly AgentName[] = ['1', '2']

export const recordKinds = Object.keys(markFields) as Kind[]

export type Workplace = { tablet: SimulatedDevice; agent: AgentName }

export class World {
  readonly clock: VirtualClock = virtualClock()
  readonly ledger = new Ledger()
  readonly kind: ServerKind
  readonly accounts: Record<AgentName, ModelServer>
  readonly tablets: [SimulatedDevice, SimulatedDevice]
  readonly arrivals: Arrival[] = []
  /** How many arrivals the checks have examined. */
  readonly checked = { arrivals: 0 }
  lastBackup: (() => void) | null = null
  /** Called at each point where a page waits for its store, the network or time; it may kill the page. */
  onPoint: (context: Context, place: string) => void = () => {}
  /** Deletions that can still be undone. */
  readonly undoable: {
    place: Place
    life: number
    mark: string
    seen: ReadonlySet<string>
    deleted: DeletedRecord
    until: number
  }[] = []
  readonly forms: (Page & { kind: Kind; opened: Row })[] = []

  constructor(kind: ServerKind, storage: StorageKind) {
    this.kind = kind
    const server = () => {
      const one = modelServer(kind === 'plain' ? 'plain' : 'ours')
      one.offersBatch = kind === 'ours in batches'
      return one
    }
    this.accounts = { '1': server(), '2': server() }
    const storeOf = storage === 'dexie' ? dexieStore : memoryStore
    const handle = (number: number) => (request: Request) => this.handle(request, number)
    const onPoint: World['onPoint'] = (context, place) => this.onPoint(context, place)
    const tablet = (number: number) =>
      createSimulatedDevice({ number, clock: this.clock, storeOf, handle: handle(number), onPoint })
    this.tablets = [tablet(1), tablet(2)]
    for (const one of this.tablets) one.session = { agent: '1', isValid: true }
  }

  get workplaces(): Workplace[] {
    return this.tablets.flatMap((tablet) => agents.map((agent) => ({ tablet, agent })))
  }

  get isPlain(): boolean {
    return this.kind === 'plain'
  }

  handle(request: Request, tablet: number): ModelAnswer {
    const { cookie, from, ...headers } = request.headers
    const agent: AgentName = cookie === '2' ? '2' : '1'
    const account = this.accounts[agent]
    account.signedInAs = cookie === undefined ? null : Number(cookie)
    const answer = account.handle({ ...request, headers })
    if (request.method !== 'GET') this.arrivals.push({ agent, from, request, tablet, status: answer.status })
    return answer
  }

  tablet(number: number): SimulatedDevice {
    return this.tablets[number % 2 === 0 ? 0 : 1]
  }

  /** A context that is alive and not frozen; null if there is none. */
  context(tablet: number, name: ContextName): Context | null {
    const context = this.tablet(tablet).context(name)
    return context === null || context.isFrozen ? null : context
  }

  rows(tablet: SimulatedDevice, agent: AgentName, kind: EntityName): Row[] {
    return tablet.places[agent].store.rows(kind)
  }

  /** The readable operations in the outbox. */
  waiting(tablet: SimulatedDevice, agent: AgentName): Operation[] {
    const { strange } = this.ledger
    return tablet.places[agent].store.operations().filter(({ opId }) => !strange.includes(opId))
  }

  records(agent: AgentName, kind: Kind): Fields[] {
    return this.accounts[agent].records(kind)
  }

  /** Records a deletion. A device whose create had no answer yet creates the record again on a plain server: rule K3. */
  noteDeletion(
    agent: AgentName,
    kind: Kind,
    mark: string,
    { deleter, seen }: { deleter: Life | null; seen: ReadonlySet<string> | null },
  ): void {
    this.ledger.delete(mark, deleter, seen)
    const waiting = this.tablets.flatMap((tablet) => this.waiting(tablet, agent))
    const isUnsettled = waiting.some(
      (one) => one.kind === 'create' && one.attempt !== null && markOf(kind, one.changes) === mark,
    )
    if (this.isPlain && isUnsettled) this.ledger.remake(mark)
  }

  /** Records that the screen reported a value as saved. */
  save(saved: Omit<SavedValue, 'tablet' | 'agent' | 'life' | 'epoch'>, { context, tablet }: Page): void {
    const { agent, life } = context.place
    this.ledger.saved.push({ ...saved, tablet: tablet.number, agent, life, epoch: this.ledger.epoch })
  }

  /** Whether the agent's data was opened on this device since it was last wiped. */
  hasSynced(tablet: SimulatedDevice, agent: AgentName): boolean {
    return tablet.places[agent].store.isOpened()
  }

  end(): void {
    for (const tablet of this.tablets) for (const context of tablet.contexts()) context.kill()
  }

  backUp(): void {
    if (this.isPlain) return
    const restores = agents.map((agent) => {
      const account = this.accounts[agent]
      const restore = account.backup()
      const { length } = account.effects
      return () => {
        restore()
        // Effects since the backup never happened.
        account.effects.splice(length)
      }
    })
    const epoch = this.ledger.epoch
    const known = new Set(
      [...this.ledger.records.values()]
        .filter(({ mark, kind, agent }) => this.records(agent, kind).some((record) => markOf(kind, record) === mark))
        .map(({ mark }) => mark),
    )
    this.lastBackup = () => {
      for (const restore of restores) restore()
      this.ledger.restore(known, (tablet, agent) => this.tablet(tablet - 1).places[agent].life)
      this.ledger.epoch = Math.max(this.ledger.epoch, epoch) + 1
    }
  }

  restore(): void {
    this.lastBackup?.()
    this.lastBackup = null
  }

  pass(ms: number): Promise<void> {
    return this.clock.pass(ms)
  }

  /** Waits until the exchange has ended; false if it hangs. */
  async ended(context: Context, patienceMs = 30 * 60_000): Promise<boolean> {
    const until = this.clock.now() + patienceMs
    await this.pass(0)
    while (context.running !== null && this.clock.now() < until) await this.pass(2_000)
    return context.running === null
  }

  /** True while another device, even by a request in flight, could write between this one's read and write (rule K6). */
  isSomebodyElseSending(tablet: SimulatedDevice): boolean {
    const isSending = (one: SimulatedDevice) =>
      one.network.inFlightCount() > 0 || one.contexts().some(({ running }) => running !== null)
    return this.tablets.some((other) => other !== tablet && isSending(other))
  }
}
