import { createAbort } from '#core/sync/abort.ts'
import { type DeletedRecord, deleteRecord, undoMs } from '#core/sync/writing/delete-record.ts'
import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import type { AttachedFile, Operation, Reference } from '#core/sync/operation.ts'
import type { Row } from '#core/sync/ports.ts'
import { createRecord, updateRecord } from '#core/sync/writing/record-change.ts'
import { type ExchangePorts, syncOnce, type SyncOutcome, type SyncRun } from '#core/sync/sync-once.ts'
import { undoDelete } from '#core/sync/writing/undo-delete.ts'
import { textOf } from '#tests/support/sync-records.ts'
import type { Device } from './device.ts'
import type { Mortal } from './mortal.ts'
import type { World } from './world.ts'

/** The page under the agent's hand ended before it could say that it was done. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

export type Made = {
  references?: Record<string, Reference>
  picture?: true
  shown?: Fields
  /** The listing that it goes with. */
  below?: string
}

/**
 * What an agent does on one page. Records are called by names of the story; each saved text holds a word of its own.
 * Done again after the page ended, a step is the same save again: the form and its draft remember its name.
 */
export type Hand = {
  create: (entity: EntityName, record: string, fields: (word: string) => Fields, made?: Made) => Promise<void>
  /** Adds a word to a text of the record. */
  write: (entity: EntityName, record: string, field: string) => Promise<void>
  /** Puts a value that others may ask about. */
  put: (entity: EntityName, record: string, changes: Fields) => Promise<void>
  remove: (entity: EntityName, record: string) => Promise<void>
  /** The button of the last deletion's notification, which goes with the page. */
  undo: () => Promise<void>
  /** Does something with the first operation that is in this state. */
  decide: (
    state: Operation['state'],
    work: (ports: ExchangePorts, operation: Operation) => Promise<unknown>,
  ) => Promise<void>
  /** One exchange; null when the page ends in it. */
  sync: (run?: Partial<SyncRun>) => Promise<SyncOutcome | null>
}

// oxlint-disable-next-line max-lines-per-function -- a hand is one state; what it does is a line or two each
export function hand(world: World, device: Device, life: Mortal, ports: ExchangePorts): Hand {
  const { ledger } = world
  let lastDeleted: DeletedRecord | null = null

  async function whileAlive<Result>(work: Promise<Result>): Promise<Result> {
    const ended = life.died.then(() => Promise.reject(new Interrupted()))
    ended.catch(() => {})
    return Promise.race([work, ended])
  }

  /** As the form opened; a draft keeps it over the end of the page. */
  async function opened(entity: EntityName, record: string, draft: string): Promise<Row | undefined> {
    return world.once(draft, async () => device.row(entity, world.nameWord(record)))
  }

  async function save(
    entity: EntityName,
    record: string,
    isMade: boolean,
    work: (word: string, opId: string, draft: string) => Promise<AttachedFile | null>,
  ): Promise<void> {
    const { draft, word, opId } = world.nextAction(device.number)
    if (isMade) world.names.set(record, word)
    const before = ledger.words.get(word)
    const saved = before ?? { word, marks: [word], device: device.number, entity, record, isMade, isSaved: false }
    ledger.words.set(word, saved)
    const file = await whileAlive(work(word, opId, draft))
    if (file !== null) saved.marks.push(file.sha256)
    saved.isSaved = true
  }

  async function update(entity: EntityName, record: string, changesOf: (row: Row) => Fields, names: [string, string]) {
    const [opId, draft] = names
    const row = await opened(entity, record, draft)
    if (row === undefined) return 'missing'
    const { outcome } = await updateRecord(ports.replica, ports.clock, {
      opId,
      entity,
      key: row.key,
      opened: row,
      changes: changesOf(row),
    })
    return outcome
  }

  return {
    create: async (entity, record, fields, { references = {}, picture, shown = {}, below } = {}) => {
      if (below !== undefined) ledger.parents.set(record, below)
      await save(entity, record, true, async (word, opId, draft) => {
        const file = picture ? await world.once(draft, () => device.home.keepFile(word)) : null
        const files: Record<string, AttachedFile> = file === null ? {} : { image: file }
        await createRecord(ports.replica, ports.clock, {
          opId,
          entity,
          changes: fields(word),
          references,
          files,
          shown,
        })
        return file
      })
    },
    write: (entity, record, field) =>
      save(entity, record, false, async (word, opId, draft) => {
        const outcome = await update(entity, record, (row) => ({ [field]: `${textOf(row, field)} ${word}` }), [
          opId,
          draft,
        ])
        // There is nothing to write into, or nothing of it was saved.
        if (outcome === 'missing' || outcome === 'deleted') ledger.givenUp.add(word)
        return null
      }),
    put: async (entity, record, changes) => {
      const { opId, draft } = world.nextAction(device.number)
      await whileAlive(update(entity, record, () => changes, [opId, draft]))
    },
    remove: async (entity, record) => {
      const { opId } = world.nextAction(device.number)
      const row = await device.row(entity, world.nameWord(record))
      if (row === undefined) return
      ledger.mayGo.add(record)
      lastDeleted = await whileAlive(deleteRecord(ports.replica, ports.clock, { opId, entity, key: row.key, undoMs }))
    },
    undo: async () => {
      const deleted = lastDeleted
      lastDeleted = null
      if (deleted !== null) await whileAlive(undoDelete(ports.replica, deleted))
    },
    decide: async (state, work) => {
      const operation = (await device.operations()).find((other) => other.state === state)
      if (operation !== undefined) await whileAlive(work(ports, operation))
    },
    sync: (run = {}) => {
      const stop = createAbort().signal
      const sender = ports.ids.uuid()
      const whole = { sender, isAsked: true, isAfterOutage: false, stop, onAttempt: () => {}, ...run }
      return Promise.race([syncOnce(ports, whole), life.died.then(() => null)])
    },
  }
}
