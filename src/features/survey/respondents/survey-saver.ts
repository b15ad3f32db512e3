import type { Question } from '#core/contract/survey.ts'
import { type Respondent, isFinishing } from '#core/sync/survey/respondent.ts'
import { countPageFreezes } from '#storage/database/page-freeze.ts'
import { deleteSurveyExitDraft, writeSurveyExitDraft } from '#storage/survey/survey-exit-words.ts'
import type { SurveyStore } from '#storage/survey/survey-store.ts'
import { systemClock } from '#storage/device/system-clock.ts'
import { type SurveyChange, saveChange } from './respondent-commands.ts'

/** Long enough not to write on every key, short enough that a killed app loses at most a word. */
const typingMs = 400
/** A pause between two changes counts as active time up to this length; in a longer one, the respondent had left the tablet. */
const maxIdleMs = 120_000

type Listeners = {
  /** A change is on this device's disk; `isAll` is true if nothing newer is pending. */
  onSaved: (isAll: boolean) => void
  /** Another tab has ended or continued this survey, or the browser has cleared it; nothing was saved. */
  onGone: () => void
  /** Nothing was saved; the answers are still on the screen. */
  onProblem: (error: unknown) => void
}

/** Writes one respondent's changes one after another; a failed change becomes part of the next one. */
export class SurveySaver {
  readonly #store: SurveyStore
  readonly #key: string
  readonly #questions: readonly Question[]
  readonly #listeners: Listeners
  #pending: SurveyChange | null = null
  /** The change being written, which a page freeze may abort. */
  #writing: SurveyChange | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: Promise<boolean> = Promise.resolve(true)
  #isFinished = false
  #isGone = false
  #revision: number
  /** The number of page freezes when `#revision` was last known to be the stored one. */
  #freezes = countPageFreezes()
  #lastActiveAt: number | null

  constructor(
    store: SurveyStore,
    { key, isKiosk, answered, revision }: Respondent,
    questions: readonly Question[],
    listeners: Listeners,
  ) {
    this.#store = store
    this.#key = key
    this.#questions = questions
    this.#listeners = listeners
    this.#revision = revision
    // The time before a visitor's first answer does not count, because the tablet may have been idle.
    this.#lastActiveAt = isKiosk && answered === 0 ? null : systemClock.now()
  }

  saveSoon(change: SurveyChange): void {
    this.#pending = mergeChanges(this.#pending ?? {}, change)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.saveNow(), typingMs)
  }

  /** Saves this and all pending changes; resolves to true once they are on disk. */
  saveNow(change?: SurveyChange): Promise<boolean> {
    clearTimeout(this.#timer)
    if (change !== undefined) this.#pending = mergeChanges(this.#pending ?? {}, change)
    this.#last = this.#last.then(() => this.#write())
    return this.#last
  }

  /** Stores unsaved changes as an exit draft; synchronous, because the page may be gone before a slower write finishes (fault A1). */
  saveAtExit(): void {
    const isUnsaved = this.#pending !== null || this.#writing !== null
    if (this.#store.isMemory || this.#isGone || this.#isFinished || !isUnsaved) return
    const { answers, email, place } = mergeChanges(this.#writing ?? {}, this.#pending ?? {})
    writeSurveyExitDraft(this.#key, {
      ...(answers === undefined ? {} : { answers }),
      ...(email === undefined ? {} : { email }),
      ...(place === undefined ? {} : { place }),
      at: systemClock.now(),
    })
  }

  /** After a freeze, checks whether this page still shows the stored state. */
  checkAfterReturn(): void {
    // Waits for an interrupted write, which runs again first. Ignores an error of the check: the next write reports it.
    this.#last = this.#last.then(async (isSaved) => {
      await this.#check().catch(() => {})
      return isSaved
    })
  }

  async #write(): Promise<boolean> {
    const change = this.#pending
    if (change === null) return true
    this.#pending = null
    if (this.#isGone) return false
    this.#writing = change
    try {
      const changeWithTime = { ...change, activeMs: this.#activeMs() }
      const saved = await saveChange(this.#store, this.#key, this.#questions, changeWithTime, (stored) =>
        this.#isCurrent(stored),
      )
      if (saved !== null) this.#isSaved(change, saved)
      else if (!this.#isFinished) this.#end()
      return saved !== null || this.#isFinished
    } catch (error) {
      // Only another press of Submit may repeat a failed submission, not the next answer.
      this.#pending = mergeChanges({ ...change, finishes: false }, this.#pending ?? {})
      this.#listeners.onProblem(error)
      return false
    } finally {
      this.#writing = null
    }
  }

  #isSaved(change: SurveyChange, revision: number): void {
    this.#revision = revision
    this.#isFinished = change.finishes === true
    // Changes made while the answers were submitted come too late and are discarded.
    if (this.#isFinished) this.#pending = null
    if (this.#pending === null) deleteSurveyExitDraft(this.#key)
    this.#listeners.onSaved(this.#pending === null)
  }

  async #check(): Promise<void> {
    if (this.#isFinished) return
    const stored = await this.#store.respondent(this.#key)
    if (stored === undefined || isFinishing(stored) || !this.#isCurrent(stored)) this.#end()
  }

  /** False if another page continued this survey while this one was frozen; the other page's answers are not overwritten (fault A24). */
  #isCurrent(stored: Respondent): boolean {
    const freezes = countPageFreezes()
    if (freezes !== this.#freezes && stored.revision !== this.#revision) return false
    this.#freezes = freezes
    return true
  }

  #activeMs(): number {
    const since = this.#lastActiveAt
    const now = systemClock.now()
    this.#lastActiveAt = now
    if (document.visibilityState === 'hidden') return 0
    return Math.min(maxIdleMs, Math.max(0, now - (since ?? now)))
  }

  #end(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#listeners.onGone()
  }
}

function mergeChanges(before: SurveyChange, after: SurveyChange): SurveyChange {
  return {
    ...before,
    ...after,
    answers: { ...before.answers, ...after.answers },
    sendsNow: (before.sendsNow ?? false) || (after.sendsNow ?? false),
    finishes: (before.finishes ?? false) || (after.finishes ?? false),
  }
}
