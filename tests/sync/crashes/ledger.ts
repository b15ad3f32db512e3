import type { EntityName } from '#core/kinds/all-kinds.ts'
import type { Json } from '#core/contract/json.ts'

/**
 * What an agent wrote, word by word. Every text that is saved holds a word of its own, so that a loss, a double or a
 * wrong order can be seen whatever happened on the way.
 */
export type Saved = {
  word: string
  /** How it can be known on the server: by the word, or by the hash of a picture. */
  marks: string[]
  device: number
  entity: EntityName
  /** The story's name for the record. */
  record: string
  isMade: boolean
  /** True once the screen has said "saved". */
  isSaved: boolean
}

export type Ledger = {
  words: Map<string, Saved>
  /** Records that an agent or the office deletes, as soon as they begin to; what is in them may go. */
  mayGo: Set<string>
  /** Words that the agent gave up by name: discarded, or decided against. */
  givenUp: Set<string>
  /** Names of records whose listing goes with them. */
  parents: Map<string, string>
}

export function newLedger(): Ledger {
  return { words: new Map(), mayGo: new Set(), givenUp: new Set(), parents: new Map() }
}

/** True while nobody but the agent of this word may have taken it away. */
export function mustBeThere(ledger: Ledger, { word, record, isSaved }: Saved): boolean {
  return isSaved && !ledger.givenUp.has(word) && !isGone(ledger, record)
}

export function isGone(ledger: Ledger, record: string): boolean {
  const parent = ledger.parents.get(record)
  return ledger.mayGo.has(record) || (parent !== undefined && isGone(ledger, parent))
}

/** All words in a value, in the order in which they stand there. */
export function wordsIn(value: Json | undefined): string[] {
  return JSON.stringify(value ?? null).match(/d\d+w\d+\./g) ?? []
}

/** The place of a word among all that its device's agent wrote. */
export function orderOf(word: string): number {
  return Number(/w(\d+)\./.exec(word)?.[1])
}
