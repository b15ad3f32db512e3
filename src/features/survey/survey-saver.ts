import type { Question } from '#core/contract/survey.ts'
import { type Respondent, isFinishing } from '#core/sync/survey/respondent.ts'
import { pageFreezes } from '#storage/page-freeze.ts'
import { deleteExitWords, writeExitWords } from '#storage/survey-exit-words.ts'
import type { SurveyStore } from '#storage/survey-store.ts'
import { systemClock } from '#storage/system-clock.ts'
import { type SurveyChange, saveChange } from './respondent-commands.ts'

/** Long enough not to write on every key, short enough that a killed app loses a word at most. */
const typingMs = 400
/** A respondent who does nothing for longer has left the tablet. */
const longestLookMs = 120_000

type Listeners = {
  /** A change is on this device's disk; `isAll` when nothing newer waits to be written. */
  onSaved: (isAll: boolean) => void
  /** Another tab has ended or continued this survey, or the browser has cleared it; nothing was saved. */
  onGone: () => void
  /** Nothing was saved; the answers still stand on the screen. */
  onProblem: (error: unknown) => void
}

type SurveySaver = {
  /** Saves after a pause in typing. */
  soon: (change: SurveyChange) => void
  /** Saves this, and what is still to be saved; true when it is on the disk. */
  now: (change?: SurveyChange) => Promise<boolean>
  /** Before it returns: for a page that may be gone before anything slower is written (fault A1). */
  saveAtExit: () => void
  /** After the return of a page that was frozen: whether it still shows what is stored, or is gone. */
  checkAfterReturn: () => void
}

/** Writes one respondent's changes, one after the other; a change that failed is part of the next one. */
// oxlint-disable-next-line max-lines-per-function -- what is pending and what is being written are known to all of it
export function surveySaver(
  store: SurveyStore,
  { key, isKiosk, answered, revision: openedRevision }: Respondent,
  questions: readonly Question[],
  { onSaved, onGone, onProblem }: Listeners,
): SurveySaver {
  let pending: SurveyChange | null = null
  /** What is being written, which a freeze may end. */
  let writing: SurveyChange | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<boolean> = Promise.resolve(true)
  /** Submitted, until the server refuses it. */
  let isFinished = false
  let isGone = false
  /** The revision that this page shows, and how often the page was frozen when it was last known to be the stored one. */
  let [revision, freezes] = [openedRevision, pageFreezes()]
  // A tablet may have stood untouched for long when its next visitor comes.
  let lookedAt = isKiosk && answered === 0 ? null : systemClock.now()

  function activeMs(): number {
    const since = lookedAt
    lookedAt = systemClock.now()
    if (document.visibilityState === 'hidden') return 0
    return Math.min(longestLookMs, Math.max(0, lookedAt - (since ?? lookedAt)))
  }

  /** Another page may have continued this survey while this one was frozen; its answers are not overwritten (fault A24). */
  function isCurrent(stored: Respondent): boolean {
    const freezesNow = pageFreezes()
    if (freezesNow !== freezes && stored.revision !== revision) return false
    freezes = freezesNow
    return true
  }

  function end(): void {
    if (isGone) return
    isGone = true
    onGone()
  }

  async function write(): Promise<boolean> {
    const change = pending
    if (change === null) return true
    pending = null
    if (isGone) return false
    writing = change
    try {
      const saved = await saveChange(store, key, questions, { ...change, activeMs: activeMs() }, isCurrent)
      const isSaved = saved !== null
      if (isSaved) {
        revision = saved
        // What was pressed meanwhile comes too late for answers that are submitted.
        isFinished = change.finishes === true
        if (isFinished) pending = null
        if (pending === null) deleteExitWords(key)
        onSaved(pending === null)
      } else if (!isFinished) end()
      return isSaved || isFinished
    } catch (error) {
      // Whether it is submitted is asked again by the next press, not by the next answer.
      pending = merged({ ...change, finishes: false }, pending ?? {})
      onProblem(error)
      return false
    } finally {
      writing = null
    }
  }

  function now(change?: SurveyChange): Promise<boolean> {
    clearTimeout(timer)
    if (change !== undefined) pending = merged(pending ?? {}, change)
    last = last.then(write)
    return last
  }

  async function check(): Promise<void> {
    if (isFinished) return
    const stored = await store.respondent(key)
    if (stored === undefined || isFinishing(stored) || !isCurrent(stored)) end()
  }

  function saveAtExit(): void {
    if (store.isMemory || isGone || isFinished || (pending === null && writing === null)) return
    const { answers, email, place } = merged(writing ?? {}, pending ?? {})
    writeExitWords(key, {
      ...(answers === undefined ? {} : { answers }),
      ...(email === undefined ? {} : { email }),
      ...(place === undefined ? {} : { place }),
      at: systemClock.now(),
    })
  }

  return {
    now,
    saveAtExit,
    checkAfterReturn: () => {
      // In its turn: what was being written runs again first. A storage that cannot be read is said by the next write.
      last = last.then((isSaved) =>
        check().then(
          () => isSaved,
          () => isSaved,
        ),
      )
    },
    soon: (change) => {
      pending = merged(pending ?? {}, change)
      clearTimeout(timer)
      timer = setTimeout(() => void now(), typingMs)
    },
  }
}

function merged(before: SurveyChange, after: SurveyChange): SurveyChange {
  return {
    ...before,
    ...after,
    answers: { ...before.answers, ...after.answers },
    asks: (before.asks ?? false) || (after.asks ?? false),
    finishes: (before.finishes ?? false) || (after.finishes ?? false),
  }
}
