import type { Fields } from '#core/contract/json.ts'
import { retryOperation } from '#core/sync/resolving/outbox-actions.ts'
import type { Operation } from '#core/sync/operation.ts'
import type { Fault } from '#tests/support/faulty-network.ts'
import { neededFor } from '../world/contents.ts'
import { decide, type Wish } from '../world/decide.ts'
import type { Kind } from '../world/ledger.ts'
import { officeDeletes, officeListsOne } from '../world/office.ts'
import type { AgentName } from '#tests/sync/world/simulated-device.ts'
import { edit, make, onPage, type Page, remove, undo, write } from '../world/work.ts'
import { Interrupted, type PageName, type Play } from './play.ts'
import type { Step } from './story.ts'

/* Steps of stories. Unless a step names another page, an agent acts in the first tab of the first device. */

export const tab: PageName = { tablet: 0, agent: '1', name: 'first tab' }
export const otherTab: PageName = { ...tab, name: 'second tab' }
export const worker: PageName = { ...tab, name: 'worker' }
export const secondDevice: PageName = { ...tab, tablet: 1 }
/** The first device with another agent signed in. */
export const colleague: PageName = { ...tab, agent: '2' }

export const ours = ['ours'] as const
export const plain = ['plain'] as const
export const both = ['ours', 'plain'] as const

type At = { at?: PageName }

/** A step on a page; it is interrupted if the page ends during it. */
function on(at: PageName, work: (play: Play, page: Page) => Promise<unknown> | undefined): Step {
  return async (play) => {
    const page = play.page(at)
    await work(play, page)
    if (!page.context.isAlive) throw new Interrupted()
  }
}

/** `of` is the parent record, `visits` the listings of a tour. */
export function adds(kind: Kind, record: string, { of, visits = [], at = tab }: Adding = {}): Step {
  return on(at, async (play, page) => {
    const { save } = play.nextSave(page, kind, record)
    if (play.world.isPlain && kind === 'property') {
      play.marks.set(record, await officeListsOne(play.world, page))
      return
    }
    const needed = neededFor[kind]
    const parent = of === undefined || needed === undefined ? undefined : play.row(page, needed, of)
    const listings = visits.map((name) => play.row(page, 'listing', name)).filter((row) => row !== undefined)
    play.marks.set(record, await make(play.world, page, kind, { parent, listings }, save))
  })
}
type Adding = At & { of?: string; visits?: string[] }

/** Appends a word to a text field. */
export function writes(kind: Kind, record: string, { field, at = tab }: At & { field?: string } = {}): Step {
  return on(at, async (play, page) => {
    const { save, opened } = play.nextSave(page, kind, record)
    const form = { kind, rule: 'text', ...(field === undefined ? {} : { field }) } as const
    if (opened !== undefined) await write(play.world, page, { ...form, opened }, save)
  })
}

/** Sets values that can conflict with another device's. */
export function changes(kind: Kind, record: string, values: Fields): Step {
  return on(tab, async (play, page) => {
    const { save, opened } = play.nextSave(page, kind, record)
    if (opened !== undefined) await edit(page, kind, opened, values, save.opId)
  })
}

export function deletes(kind: Kind, record: string): Step {
  return on(tab, async (play, page) => {
    const { save } = play.nextSave(page, kind, record)
    const row = play.row(page, kind, record)
    if (row !== undefined) await remove(play.world, page, kind, row, { isUndoOffered: true, opId: save.opId })
  })
}

export const undoes: Step = on(tab, ({ world }, page) => undo(world, page, 'or late'))

/** Decides the first operation that needs the agent. */
export function decides(wish: Wish): Step {
  return on(tab, ({ world }, page) => {
    const asking = firstIn(world.waiting(page.tablet, '1'), ['conflict', 'attention'])
    return asking && decide(world, page, asking, wish)
  })
}

export function retries(state: Operation['state']): Step {
  return on(tab, ({ world }, { tablet, context }) => {
    const waiting = firstIn(world.waiting(tablet, '1'), [state])
    return waiting && onPage(context, () => retryOperation(context.ports.replica, waiting.opId))
  })
}

function firstIn(operations: Operation[], states: Operation['state'][]): Operation | undefined {
  return operations.find(({ state }) => states.includes(state))
}

/** One exchange with the server; the step ends with it. */
export function syncs({ at = tab }: At = {}): Step {
  return async (play) => {
    const { context } = play.page(at)
    context.start(true)
    await context.running
  }
}

export function together(...steps: Step[]): Step {
  return (play) => Promise.all(steps.map((step) => step(play)))
}

export function inTurn(...steps: Step[]): Step {
  return async (play) => {
    for (const step of steps) await step(play)
  }
}

/** Runs steps while each request takes `latencyMs`. */
export function slowly(latencyMs: number, ...steps: Step[]): Step {
  return async (play) => {
    play.network.latencyMs = latencyMs
    await inTurn(...steps)(play)
    play.network.latencyMs = 0
  }
}

export function waits(ms: number): Step {
  return ({ clock }) => clock.sleep(ms)
}

/** The next calls that match `call` meet these faults. */
export function meets(call: string, ...faults: Fault[]): Step {
  return ({ network }) => network.next(call, ...faults)
}

export const goesOffline: Step = ({ network }) => {
  network.isOnline = false
}

export const goesOnline: Step = ({ network }) => {
  network.isOnline = true
}

/** Sets the agent whose session the first device has; null signs out. */
export function signsIn(agent: AgentName | null): Step {
  return ({ tablet }) => {
    tablet.session = agent === null ? null : { agent, isValid: true }
  }
}

/** Writes into a record of the story as another user, if the server has the record. */
export function officeWrites(kind: Kind, record: string, values: Fields | ((there: Fields) => Fields)): Step {
  return (play) => {
    const there = play.record(kind, record)
    if (there === undefined) return
    play.account.put(kind, { id: Number(there['id']), ...(typeof values === 'function' ? values(there) : values) })
  }
}

export function officeRemoves(kind: Kind, record: string): Step {
  return (play) => {
    const there = play.record(kind, record)
    if (there !== undefined) officeDeletes(play.world, '1', kind, there)
  }
}

/** Adds a property and a listing for it. */
export const offer: Step[] = [adds('property', 'home'), adds('listing', 'offer', { of: 'home' })]

export const sentClient: Step[] = [adds('client', 'Ann'), syncs()]
