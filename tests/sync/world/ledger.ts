import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Fields } from '#core/contract/json.ts'
import { textOf } from '#tests/support/sync-records.ts'
import type { AgentName } from './tablet.ts'

/** Records that histories make, edit and delete. */
export type Kind = Exclude<EntityName, 'available_listing'>

/** A device, and which life of the agent's data there. */
export type Life = { tablet: number; life: number }

/** A record that somebody saved, found again by its mark, which no edit touches. */
export type KnownRecord = {
  mark: string
  kind: Kind
  agent: AgentName
  parent: string | null
  /** Null for what the office made. */
  maker: Life | null
  /** False while nobody was told that it is saved: its page ended before it could say so. Whether it is, is open. */
  isSaved: boolean
  /** How often somebody deleted it or what it belongs to; deletions that were taken back before they left do not count. */
  deletions: number
  /** How many of these deletions were of what it belongs to, by who had not seen this record: those ask (fault G24). */
  unseen: number
  /** The last word of those who may say so was that it goes. */
  shouldBeGone: boolean
  /** Who said so; null for the office. */
  deleter: Life | null
  /** How often somebody had it made anew, in the open. */
  remade: number
  wasDiscarded: boolean
  /** A form was saved after the deletion: where a backup brings the record back, the edit goes to it, and it stays. */
  wasEditedSince: boolean
}

/** A value that somebody was told is saved. */
export type SavedValue = {
  value: string
  mark: string
  field: string
  /** `text`: it stays among other words. `choice`: one value takes the place of another. */
  rule: 'text' | 'choice'
  tablet: number
  agent: AgentName
  /** Which life of the agent's data on that device. */
  life: number
  /** How many times the server had been restored then. */
  epoch: number
}

/** The model: what people were told, and what they decided. Nothing in it comes from the code under test. */
export class Ledger {
  readonly records = new Map<string, KnownRecord>()
  readonly saved: SavedValue[] = []
  /** Choices that somebody replaced, knowing them. */
  readonly superseded = new Set<string>()
  /** What somebody gave up by name. */
  readonly givenUp = new Set<string>()
  /** Ids of a plain server's records that an agent has found to be what a device had made; until then they were two here. */
  readonly linked: number[] = []
  /** The marks of photos by their hashes, which are all that a plain server keeps of them. */
  readonly pictures = new Map<string, string>()
  /** Stored operations that cannot be read, and those of a newer program. */
  readonly strange: string[] = []
  /** Saves that were interrupted when their page stopped: they are stored when it goes on, which is after later ones. */
  readonly savedLate = new Set<string>()
  epoch = 0
  lastNumber = 0

  number(): number {
    this.lastNumber += 1
    return this.lastNumber
  }

  /** A word that stands nowhere else, with its agent's number in it. */
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

  /** `seen`: the marks of what went with it, as far as the deleter knew; null for everything. */
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

  /** Somebody was asked about these, and lets them go. */
  letGo(marks: Iterable<string>): void {
    for (const mark of marks) {
      const record = this.records.get(mark)
      if (record !== undefined) record.unseen = 0
    }
  }

  /** Nobody who knew of it has let it go. */
  isOwed({ isSaved, deletions, unseen, wasDiscarded }: KnownRecord, isPlain: boolean): boolean {
    // Neither a plain server nor one that was restored asks about what is below a record.
    return isSaved && !wasDiscarded && (isPlain || this.epoch > 0 ? deletions : deletions - unseen) === 0
  }

  /**
   * The server has lost what it did since its backup. Devices offer again what they remember; what the office made since,
   * or a device that was wiped since, nobody remembers. A lost record is made anew by the device that made it, as that knew it:
   * another device's words in it are lost.
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

  /** A device was wiped: what a restored server has lost, and only this device could have offered again, nobody remembers. */
  forget(device: Life & { agent: AgentName }, isOnServer: (record: KnownRecord) => boolean): void {
    if (this.epoch === 0) return
    const isOf = (one: Life | null) => one !== null && one.tablet === device.tablet && one.life === device.life
    for (const record of this.records.values()) {
      if (record.agent !== device.agent) continue
      if (isOf(record.maker) && !isOnServer(record)) this.countDeletion(record.mark, 1)
      // Nothing waits here, so the deletion was confirmed, and the server has forgotten it.
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

  /** The device on which somebody saved it. */
  tabletOfWord(word: string): number | null {
    return this.saved.find(({ value }) => value === word)?.tablet ?? null
  }

  /** Somebody who saw the value put another in its place. */
  supersede(value: unknown): void {
    this.superseded.add(textOfValue(value))
    for (const word of wordsIn(value)) this.superseded.add(word)
  }
}

function isSameLife(one: Life | null, other: Life | null): boolean {
  return one !== null && other !== null && one.tablet === other.tablet && one.life === other.life
}

/** A field's value as the ledger knows it. */
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
