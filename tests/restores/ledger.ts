export type Kind = 'client' | 'listing' | 'showing' | 'appointment' | 'photo'

/** A record that a screen called saved, identified by its mark, which no edit changes. */
export type SavedRecord = {
  kind: Kind
  mark: string
  agent: string
  /** The listing of a showing or of a photo. */
  parent: string | null
  /** Devices on which it was deleted permanently. */
  deletedOn: Set<string>
  /** An agent gave it up by name, or no screen has confirmed its fate, so nothing can be demanded. */
  isUnsure: boolean
  /** How often an agent asked for a new copy. */
  remade: number
}

export type SavedWord = {
  word: string
  mark: string
  field: string
  device: string
  /** `replaced`: an agent saw it and typed another word. `unsure`: no screen has called it saved. */
  fate: 'owed' | 'replaced' | 'given up' | 'unsure'
}

/** What agents typed, saw and decided. Nothing in it comes from the program under test. */
export class Ledger {
  readonly records = new Map<string, SavedRecord>()
  readonly words = new Map<string, SavedWord>()
  decided = 0
  private last = 0

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

  /** Saving was interrupted; the word may be stored or not. */
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

  stays(mark: string, device: string): void {
    for (const record of this.withChildren(mark)) record.deletedOn.delete(device)
  }

  /** The deleted record remains as the Outbox shows it: only with these words in that field. */
  keptAsIs({ mark, field, device }: Pick<SavedWord, 'mark' | 'field' | 'device'>, now: readonly string[]): void {
    for (const word of this.words.values()) {
      const isSame = word.mark === mark && word.field === field && word.device === device
      if (isSame && word.fate === 'owed' && !now.includes(word.word)) word.fate = 'given up'
    }
  }

  /** A new copy is as this device knew it: without children, and without words of other devices. */
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

  discarded(mark: string, device: string, isWhole: boolean): void {
    for (const word of this.words.values())
      if (word.mark === mark && word.device === device && word.fate === 'owed') word.fate = 'given up'
    if (isWhole) this.unsureAbout(mark)
  }

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

export function wordsIn(text: string): string[] {
  return text.match(/\bw\d+x\b/g) ?? []
}

/** A price is a number, so the field's word is one, too. */
export function priceOf(word: string): string {
  return String(200_000 + Number(word.slice(1, -1)))
}

export function wordOfPrice(price: unknown): string {
  return `w${Number(price) - 200_000}x`
}
