import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { textOf } from '#tests/support/sync-records.ts'
import type { AgentName } from './simulated-device.ts'

/** Records that histories make, edit and delete. */
/** Kinds that all devices of an agent share. */
export type Kind = Exclude<EntityName, 'available_listing' | 'exposure_reading'>

/** A device, and which life of the agent's data there. */
export type Life = { tablet: number; life: number }

/** A saved record, found again by its mark, which no edit changes. */
export type KnownRecord = {
  mark: string
  kind: Kind
  agent: AgentName
  parent: string | null
  /** Null for the office. */
  maker: Life | null
  /** False if its page ended before it could report that the record is saved. It may be saved or not. */
  isSaved: boolean
  /** Deletions of it or its parent, without those that were undone before they were sent. */
  deletions: number
  /** Of these, deletions of its parent by a device that had not seen this record: the agent is asked about those (fault G24). */
  unseen: number
  /** The last decision about it was to delete it. */
  shouldBeGone: boolean
  /** Null for the office. */
  deleter: Life | null
  /** How often an agent chose to create it again. */
  remade: number
  wasDiscarded: boolean
  /** A form was saved after the deletion: if a backup restores the record, the edit is applied and it stays. */
  wasEditedSince: boolean
}

/** A value that a screen called saved. */
export type SavedValue = {
  value: string
  mark: string
  field: string
  /** `text`: stays among other words. `choice`: replaces another value. */
  rule: 'text' | 'choice'
  tablet: number
  agent: AgentName
  /** Which life of the agent's data on that device. */
  life: number
  /** How often the server had been restored by then. */
  epoch: number
}

/** The model: what screens called saved, and what agents decided. Independent of the code under test. */
export class Ledger {
  readonly records = new Map<string, KnownRecord>()
  readonly saved: SavedValue[] = []
  /** Choices that an agent knowingly replaced. */
  readonly superseded = new Set<string>()
  /** Values that an agent gave up by name. */
  readonly givenUp = new Set<string>()
  /** Ids of a plain server's records that an agent linked to those of a device; until then each was two records here. */
  readonly linked: number[] = []
  /** The marks of photos by their hashes, which are all that a plain server keeps of them. */
  readonly pictures = new Map<string, string>()
  /** Stored operations that cannot be read, and those of a newer version. */
  readonly strange: string[] = []
  /** Saves that were interrupted when their page stopped. They are stored when it continues, after later ones. */
  readonly savedLate = new Set<string>()
  epoch = 0
  lastNumber = 0

  number(): number {
    this.lastNumber += 1
    return this.lastNumber
  }

  /** A unique word with its agent's number. */
  word(agent: AgentName): string {
    return `a${agent}w${this.number()}.`
  }

  knows(kind: Kind, agent: AgentName): boolean {
    for (const record of this.records.values()) if (record.kind === kind && record.agent === agent) return true
    return false
  }

  record(record: Pick<KnownRecord, 'mark' | 'kind' | 'agent' | 'parent' | 'maker' | 'isSaved'>): void {
    const known = this.records.get(record.mark)
    if (known !== undefined) {
      known.isSaved ||= record.isSaved
      return
    }
    const parent = record.parent === null ? undefined : this.records.get(record.parent)
    const deletions = parent?.deletions ?? 0
    const isDeleter = isSameLife(parent?.deleter ?? null, record.maker)
    this.records.set(record.mark, {
      ...record,
      deletions,
      unseen: parent === undefined || parent.deleter === null || isDeleter ? 0 : deletions,
      shouldBeGone: false,
      deleter: null,
      remade: 0,
      wasDiscarded: false,
      wasEditedSince: false,
    })
  }

  /** `seen`: the marks that the deleter knew to go with it; null for everything. */
  delete(mark: string, deleter: Life | null, seen: ReadonlySet<string> | null): void {
    this.countDeletion(mark, 1, seen)
    const record = this.records.get(mark)
    if (record !== undefined) Object.assign(record, { shouldBeGone: true, deleter })
  }

  /** The deletion never left the device. */
  takeBackDeletion(mark: string, seen: ReadonlySet<string> | null = null): void {
    this.countDeletion(mark, -1, seen)
    this.keep(mark)
  }

  private countDeletion(mark: string, difference: number, seen: ReadonlySet<string> | null = null): void {
    const record = this.records.get(mark)
    if (record !== undefined) record.deletions += difference
    for (const other of this.records.values()) {
      if (other.parent !== mark) continue
      this.countDeletion(other.mark, difference, seen)
      if (seen !== null && !seen.has(other.mark)) other.unseen += difference
    }
  }

  /** An agent was asked about these and gave them up. */
  letGo(marks: Iterable<string>): void {
    for (const mark of marks) {
      const record = this.records.get(mark)
      if (record !== undefined) record.unseen = 0
    }
  }

  /** No agent who knew of it has given it up. */
  isOwed({ isSaved, deletions, unseen, wasDiscarded }: KnownRecord, isPlain: boolean): boolean {
    // Neither a plain server nor a restored one asks about children of a record.
    return isSaved && !wasDiscarded && (isPlain || this.epoch > 0 ? deletions : deletions - unseen) === 0
  }

  /**
   * The server has lost its work since the backup. Devices send again what they remember. Changes by the office, or by a device that was
   * wiped since, are lost. The device that created a record creates it again as it knew it, without other devices' words.
   */
  restore(known: ReadonlySet<string>, lifeNow: (tablet: number, agent: AgentName) => number): void {
    const isForgotten = (maker: KnownRecord['maker'], agent: AgentName) =>
      maker === null || maker.life !== lifeNow(maker.tablet, agent)
    for (const { mark, maker, agent } of this.records.values())
      if (!known.has(mark) && isForgotten(maker, agent)) this.countDeletion(mark, 1)
    for (const { value, tablet, life, agent } of this.saved) {
      if (isForgotten({ tablet, life }, agent)) this.givenUp.add(value)
    }
  }

  /** A device was wiped: what a restored server has lost, and only this device could have sent again, is lost. */
  forget(device: Life & { agent: AgentName }, isOnServer: (record: KnownRecord) => boolean): void {
    if (this.epoch === 0) return
    const isOf = (one: Life | null) => one !== null && one.tablet === device.tablet && one.life === device.life
    for (const record of this.records.values()) {
      if (record.agent !== device.agent) continue
      if (isOf(record.maker) && !isOnServer(record)) this.countDeletion(record.mark, 1)
      // Nothing waits here, so the deletion was confirmed, and the server has lost it.
      if (record.shouldBeGone && isOf(record.deleter) && isOnServer(record)) this.takeBackDeletion(record.mark)
    }
    for (const saved of this.saved)
      if (saved.agent === device.agent && isOf(saved) && saved.epoch < this.epoch) this.givenUp.add(saved.value)
  }

  /** It stays after all. */
  keep(mark: string): void {
    const record = this.records.get(mark)
    if (record !== undefined) record.shouldBeGone = false
  }

  remake(mark: string): void {
    const record = this.records.get(mark)
    if (record === undefined) return
    record.remade += 1
    record.deletions += 1
    record.shouldBeGone = false
  }

  /** The mark of a record on the server. */
  markOf(kind: Kind, record: Fields): string {
    const picture = /^\/media\/(.*)$/.exec(textOf(record, 'image'))?.[1] ?? ''
    return this.pictures.get(picture) ?? markOf(kind, record)
  }

  /** The device on which the word was saved. */
  tabletOfWord(word: string): number | null {
    return this.saved.find(({ value }) => value === word)?.tablet ?? null
  }

  /** An agent who saw the value replaced it. */
  supersede(value: unknown): void {
    this.superseded.add(textOfValue(value))
    for (const word of wordsIn(value)) this.superseded.add(word)
  }
}

function isSameLife(one: Life | null, other: Life | null): boolean {
  return one !== null && other !== null && one.tablet === other.tablet && one.life === other.life
}

export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** Every word of ours in a text or in anything that holds texts. */
export function wordsIn(value: unknown): string[] {
  return [...JSON.stringify(value ?? '').matchAll(/a\dw\d+\./g)].map(([word]) => word)
}

/** The field that carries each record's mark. */
export const markFields: Record<Kind, string> = {
  client: 'email',
  property: 'address',
  listing: 'description',
  listing_image: 'caption',
  showing: 'client_email',
  open_house: 'date',
  open_house_visit: 'client_email',
  appointment: 'title',
  tour: 'client_email',
  interaction: 'text',
  follow_up: 'text',
  door_card: 'key_location',
}

/** The mark of a record; empty for what no history made. */
export function markOf(kind: Kind, record: Fields): string {
  const value = record[markFields[kind]]
  if (kind === 'open_house') return typeof value === 'string' ? value : ''
  return wordsIn(value)[0] ?? ''
}

/** Open houses have no text, so their day is their mark. */
export function dayOf(number: number): string {
  return new Date(Date.UTC(2027, 0, 1) + number * 86_400_000).toISOString().slice(0, 10)
}
