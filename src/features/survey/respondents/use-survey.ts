import { useEffect, useRef, useState } from 'react'
import { newestQuestionnaire, type SurveyStore } from '#storage/survey/survey-store.ts'
import { StorageError } from '#storage/database/storage-error.ts'
import {
  type OpenSurvey,
  type OpenedRespondent,
  type SurveyServices,
  fetchQuestionnaire,
  openSurvey,
  startOver,
  openSurveyServices,
} from './open-survey.ts'
import { leaveRespondent } from './respondent-commands.ts'
import * as v from 'valibot'
import { submitSurveySchema, type Answer, type Answers } from '#core/contract/survey.ts'
import { leaveSection, missingRequired, furthestPercent, percentComplete } from '#core/survey/required-answers.ts'
import { visibleSections, type Section } from '#core/survey/visible-questions.ts'
import { isPageFrozen, onPageReturn } from '#storage/database/page-freeze.ts'
import { SurveySaver } from './survey-saver.ts'

export type SurveyStage =
  | { state: 'opening' }
  | { state: 'storage-refused'; message: string }
  | (OpenSurvey & { atHand: SurveyServices })
  /** Another tab has ended or continued this survey. */
  | { state: 'gone' }
  | { state: 'thanks'; key: string; email: string; atHand: SurveyServices }

/** `onNext` remounts the screen for the next respondent or newer questions: nothing of this one may stay in memory. */
export function useSurvey(isKiosk: boolean, onNext: () => void) {
  const [stage, setStage] = useState<SurveyStage>({ state: 'opening' })
  const held = useRef(new Set<() => void>())

  useEffect(() => {
    let isHere = true
    const holding = held.current
    function letGo() {
      for (const release of holding) release()
      holding.clear()
    }
    async function open() {
      const atHand = await openSurveyServices()
      const found = await openSurvey(atHand.store, isKiosk)
      for (const respondent of heldIn(found)) holding.add(respondent.letGo)
      if (!isHere) return letGo()
      setStage({ ...found, atHand })
      atHand.sending.notifyPending()
      if (found.state !== 'no-questions') void refresh(atHand, found, () => isHere && onNext())
    }
    open().catch((error: unknown) => {
      if (isHere) setStage({ state: 'storage-refused', message: messageOf(error) })
    })
    return () => {
      isHere = false
      letGo()
    }
  }, [isKiosk, onNext])

  useEffect(() => {
    // Another tab took over a respondent while this page was frozen (fault A24).
    const leave = () => (stage.state === 'answering' && !isKiosk ? setStage({ state: 'gone' }) : onNext())
    const signals = stage.state === 'answering' || stage.state === 'offer' ? heldIn(stage).map(({ lost }) => lost) : []
    for (const lost of signals) lost.addEventListener('abort', leave)
    return () => {
      for (const lost of signals) lost.removeEventListener('abort', leave)
    }
  }, [stage, isKiosk, onNext])

  return {
    stage,
    continueWith: (opened: OpenedRespondent, atHand: SurveyServices) =>
      setStage({ state: 'answering', opened, atHand }),
    beginAnew: async ({ unfinished, others, atHand }: Extract<SurveyStage, { state: 'offer' }>) => {
      const opened = await startOver(atHand.store, [unfinished, ...others])
      atHand.sending.notifyPending()
      if (opened === null) return
      held.current.add(opened.letGo)
      setStage({ state: 'answering', opened, atHand })
    },
    thank: (key: string, email: string, atHand: SurveyServices) => setStage({ state: 'thanks', key, email, atHand }),
    isGone: () => setStage({ state: 'gone' }),
  }
}

function heldIn(found: OpenSurvey) {
  if (found.state === 'answering') return [found.opened]
  return found.state === 'offer' ? [found.unfinished, ...found.others] : []
}

/** Gives newer questions to a respondent without answers; others continue with theirs. */
async function refresh({ store }: SurveyServices, found: OpenSurvey, beginAgain: () => void): Promise<void> {
  const before = await newestQuestionnaire(store)
  const now = await fetchQuestionnaire(store).catch(() => 'failed' as const)
  if (typeof now === 'string' || now.id === before?.id || found.state !== 'answering') return
  const { key } = found.opened.respondent
  const respondent = await store.respondent(key)
  if (respondent === undefined || respondent.answered > 0 || respondent.state !== 'open') return
  await leaveRespondent(store, key)
  beginAgain()
}

function messageOf(error: unknown): string {
  return error instanceof StorageError ? error.message : 'This device could not open its storage. Reload to try again.'
}

export type SurveyRunOptions = {
  opened: OpenedRespondent
  atHand: SurveyServices
  /** Everything is stored on this device and will be sent. */
  onSubmitted: (email: string) => void
  onGone: () => void
}

/** `at` is the first unanswered question when Next was pressed; the message stays there while others are answered. */
type SurveyHindrance = { why: 'required'; at: string | undefined } | { why: 'email' | 'submit' } | null

/** One respondent's way through the sections. Every change is saved on this device first. */
export function useSurveyRun({ opened, atHand, onSubmitted, onGone }: SurveyRunOptions) {
  const { respondent, questions } = opened
  const [place, setPlace] = useState(respondent.place)
  const [hindrance, setHindrance] = useState<SurveyHindrance>(null)
  const { saver, setAnswers, ...entered } = useEntered({ opened, atHand, onGone })
  const { answers, email } = entered
  const { isSubmitting, finish } = useFinishing(saver, atHand, respondent.key)

  const { sections, index, section } = sectionAt(place.section, questions, answers)
  const isLast = index === sections.length - 1
  const asksEmail = isLast && place.stage === 'email'
  const missing = new Set(missingRequired(section?.questions ?? [], answers).map(({ question_id }) => question_id))

  /** Shows the section once its name is on disk, so that a tablet that is switched off returns to it. */
  async function goTo(name: string | null, stage: 'section' | 'email', left: Answers = {}) {
    setHindrance(null)
    await saver.now({ answers: left, place: { section: name, stage }, asks: true })
    setPlace((before) => ({ ...before, section: name, stage }))
  }

  function goOn() {
    if (section === undefined) return
    if (missing.size > 0) return setHindrance({ why: 'required', at: [...missing][0] })
    const left = leaveSection(section.questions, answers)
    setAnswers(left)
    // Questions left empty may show another section.
    const after = visibleSections(questions, left)
    const next = after[placeOf(after, section.name, questions) + 1]
    if (next !== undefined) void goTo(next.name, 'section', left)
    else if (asksEmail) void submit(left)
    else void goTo(section.name, 'email', left)
  }

  async function submit(left: Answers) {
    // An answer changed later may require more in an earlier section.
    const incomplete = firstIncomplete(questions, left)
    if (incomplete !== undefined) {
      await goTo(incomplete.name, 'section', left)
      return setHindrance({ why: 'required', at: missingRequired(incomplete.questions, left)[0]?.question_id })
    }
    if (!v.safeParse(submitSurveySchema.entries.email, email).success) return setHindrance({ why: 'email' })
    if (await finish(left, email.trim())) onSubmitted(email.trim())
    else setHindrance({ why: 'submit' })
  }

  return {
    sections,
    index,
    section,
    isLast,
    asksEmail,
    ...entered,
    missing,
    hindrance,
    isSubmitting,
    progress: furthestPercent(useHighest(percentComplete(questions, answers)), place.progress),
    answer: (questionId: string, answer: Answer, isTyping = false) =>
      entered.answer(questionId, answer, { place: { section: section?.name ?? null, stage: place.stage }, isTyping }),
    goOn,
    goBack: () => {
      // From the email back to the questions above it, which are still shown.
      const before = asksEmail ? section : sections[index - 1]
      if (before !== undefined) void goTo(before.name, 'section')
    },
    saveNow: () => saver.now(),
  }
}

export type SurveyRun = ReturnType<typeof useSurveyRun>

type Answering = { place: { section: string | null; stage: 'section' | 'email' }; isTyping: boolean }

/** A respondent's entries. Every change is saved; `isUnsaved` until then. */
function useEntered({ opened, atHand, onGone }: Pick<SurveyRunOptions, 'opened' | 'atHand' | 'onGone'>) {
  const { respondent, content, questions } = opened
  const [answers, setAnswers] = useState<Answers>(content.answers)
  const [email, setEmailText] = useState(content.email)
  const [problem, setProblem] = useState<string | null>(null)
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [saver] = useState(
    () =>
      new SurveySaver(atHand.store, respondent, questions, {
        onSaved: (isAll) => {
          setProblem(null)
          if (isAll) setIsUnsaved(false)
          atHand.sending.notifyPending()
        },
        onGone,
        onProblem: (error) => setProblem(messageOf(error)),
      }),
  )
  useSavingInTime(saver)
  useEffect(() => onPageReturn(() => saver.checkAfterReturn()), [saver])

  function answer(questionId: string, given: Answer, { place, isTyping }: Answering): void {
    setAnswers((before) => ({ ...before, [questionId]: given }))
    setIsUnsaved(true)
    const change = { answers: { [questionId]: given }, place }
    if (isTyping) saver.soon(change)
    else void saver.now(change)
  }

  function setEmail(text: string): void {
    setEmailText(text)
    setIsUnsaved(true)
    saver.soon({ email: text })
  }

  return { saver, answers, setAnswers, email, problem, isUnsaved, answer, setEmail }
}

function useFinishing(saver: SurveySaver, atHand: SurveyServices, respondentKey: string) {
  const [isSubmitting, setIsSubmitting] = useState(false)

  /** Resolves to whether everything is safe. */
  async function finish(answers: Answers, email: string): Promise<boolean> {
    setIsSubmitting(true)
    const isSaved = await saver.now({ answers, email, finishes: true })
    const isSafe = isSaved && (!atHand.store.isMemory || (await untilConfirmed(atHand, respondentKey)))
    setIsSubmitting(false)
    return isSafe
  }

  return { isSubmitting, finish }
}

function sectionAt(name: string | null, questions: OpenedRespondent['questions'], answers: Answers) {
  const sections = visibleSections(questions, answers)
  const index = Math.max(0, placeOf(sections, name, questions))
  return { sections, index, section: sections[index] }
}

function firstIncomplete(questions: OpenedRespondent['questions'], answers: Answers): Section | undefined {
  return visibleSections(questions, answers).find((section) => missingRequired(section.questions, answers).length > 0)
}

/** Returns the section's index; if an answer has hidden it, that of the last section before it. */
function placeOf(sections: readonly Section[], name: string | null, questions: readonly { section: string }[]): number {
  const at = sections.findIndex((section) => section.name === name)
  if (at !== -1 || name === null) return at
  const order = [...new Set(questions.map(({ section }) => section))]
  return sections.findLastIndex((section) => order.indexOf(section.name) < order.indexOf(name))
}

/** Returns the highest value so far, so that the progress never falls. */
function useHighest(value: number): number {
  const [highest, setHighest] = useState(value)
  if (value > highest) setHighest(value)
  return Math.max(value, highest)
}

/** Saves pending entries before the browser may discard the page (fault A1). */
function useSavingInTime(saver: SurveySaver) {
  useEffect(() => {
    const atOnce = () => {
      saver.saveAtExit()
      if (!isPageFrozen()) void saver.now()
    }
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') atOnce()
    }
    document.addEventListener('visibilitychange', whenHidden)
    addEventListener('pagehide', atOnce)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      removeEventListener('pagehide', atOnce)
      void saver.now()
    }
  }, [saver])
}

/** The longest time a request may take. */
const patienceMs = 30_000
const lookEveryMs = 200

/** Where storage ends with the page, waits until the server has the survey; otherwise reopens it and returns false. */
async function untilConfirmed({ store }: SurveyServices, key: string): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
    const respondent = await store.respondent(key)
    if (respondent === undefined) return true
    if (respondent.refusal !== null || respondent.failures > 1) break
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  return reopened(store, key)
}

async function reopened(store: SurveyStore, key: string): Promise<boolean> {
  await store.change(key, (respondent) => ({ ...respondent, state: 'open', refusal: null, failures: 0, nextAt: 0 }))
  return (await store.respondent(key)) === undefined
}
