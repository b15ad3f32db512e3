export type Kind = 'client' | 'listing' | 'showing' | 'appointment' | 'photo'

/** A record that a screen called saved, found again by its mark, which no edit touches. */
export type SavedRecord = {
  kind: Kind
  mark: string
  agent: string
  /** The listing of a showing or of a photo. */
  parent: string | null
  /** Devices on which it was deleted for good. */
  deletedOn: Set<string>
  /** Somebody gave it up by name, or no screen has said what became of it: nothing more can be demanded. */
  isUnsure: boolean
  /** How often somebody asked for another one in the open. */
  remade: number
}

/** A word that was typed into a record and called saved. */
export type SavedWord = {
  word: string
  mark: string
  field: string
  device: string
  /** `replaced`: somebody who saw it put another one in its place. `unsure`: no screen has called it saved. */
  fate: 'owed' | 'replaced' | 'given up' | 'unsure'
}

/** What people typed, saw and decided. Nothing in it comes from the program under test. */
export class Ledger {
  readonly records = new Map<string, SavedRecord>()
  readonly words = new Map<string, SavedWord>()
  decided = 0
  private last = 0

  /** A word that stands nowhere else. */
  newWord(): string {
    this.last += 1
    return `w${this.last}x`
  }

  made(record: Pick<SavedRecord, 'kind' | 'mark' | 'agent'> & { parent?: string }): void {
    this.records.set(record.mark, { parent: null, ...record, deletedOn: new Set(), isUnsure: false, remade: 0 })
  }

  typed(word: Omit<SavedWord, 'fate'>, replaced: readonly string[]): void {
    this.words.set(word.word, { ...word, fate: 'owed' })
    for (const old of replaced) this.setFate(old, 'replaced')
  }

  /** Saving did not come to its end; the word may be there or not. */
  unsure(word: Omit<SavedWord, 'fate'>): void {
    this.words.set(word.word, { ...word, fate: 'unsure' })
  }

  unsureAbout(mark: string): void {
    for (const record of this.withChildren(mark)) record.isUnsure = true
  }

  sureAbout(mark: string): void {
    for (const record of this.withChildren(mark)) record.isUnsure = false
  }

  deleted(mark: string, device: string): void {
    for (const record of this.withChildren(mark)) record.deletedOn.add(device)
  }

  /** A deletion was taken back, or decided against. */
  stays(mark: string, device: string): void {
    for (const record of this.withChildren(mark)) record.deletedOn.delete(device)
  }

  /**
   * A record that this device had deleted is kept as the Outbox says that it stands there now: in that field with these words, and
   * without those of before the deletion.
   */
  keptAsIs({ mark, field, device }: Pick<SavedWord, 'mark' | 'field' | 'device'>, now: readonly string[]): void {
    for (const word of this.words.values()) {
      const isSame = word.mark === mark && word.field === field && word.device === device
      if (isSame && word.fate === 'owed' && !now.includes(word.word)) word.fate = 'given up'
    }
  }

  /**
   * Somebody asked in the open for another one in its place: as this device knew it, without what belonged to it. What others
   * had typed was deleted with the old one.
   */
  remade(mark: string, device: string): void {
    for (const word of this.words.values()) {
      const isOfOld = word.device !== device || word.field === 'figures'
      if (word.mark === mark && isOfOld && word.fate === 'owed') word.fate = 'given up'
    }
    for (const record of this.withChildren(mark)) {
      if (record.mark !== mark) record.isUnsure = true
      else {
        record.deletedOn.clear()
        record.remade += 1
      }
    }
  }

  /** What this device would have brought to the record is given up by name. */
  discarded(mark: string, device: string, isWhole: boolean): void {
    for (const word of this.words.values())
      if (word.mark === mark && word.device === device && word.fate === 'owed') word.fate = 'given up'
    if (isWhole) this.unsureAbout(mark)
  }

  /** Of two values of a field these were chosen, those were not. */
  chosen(kept: readonly string[], rejected: readonly string[]): void {
    for (const word of kept) this.setFate(word, 'owed')
    for (const word of rejected) if (!kept.includes(word)) this.setFate(word, 'given up')
  }

  private withChildren(mark: string): SavedRecord[] {
    return [...this.records.values()].filter((record) => record.mark === mark || record.parent === mark)
  }

  private setFate(word: string, fate: SavedWord['fate']): void {
    const known = this.words.get(word)
    if (known !== undefined) known.fate = fate
  }
}

/** Every word of ours in a text. */
export function wordsIn(text: string): string[] {
  return text.match(/\bw\d+x\b/g) ?? []
}

/** Prices are numbers, so a word of the field is one, too. */
export function priceOf(word: string): string {
  return String(200_000 + Number(word.slice(1, -1)))
}

export function wordOfPrice(price: unknown): string {
  return `w${Number(price) - 200_000}x`
}
