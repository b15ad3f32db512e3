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

/** What the page shows, with the survey's storage and sender once they are open. */
export type SurveyStage =
  | { state: 'opening' }
  | { state: 'storage-refused'; message: string }
  | (OpenSurvey & { services: SurveyServices })
  /** Another tab has ended or continued this survey. */
  | { state: 'gone' }
  | { state: 'thanks'; key: string; email: string; services: SurveyServices }

/** `onNext` remounts the page for the next respondent or newer questions, so that nothing of this respondent stays in memory. */
export function useSurvey(isKiosk: boolean, onNext: () => void) {
  const [stage, setStage] = useState<SurveyStage>({ state: 'opening' })
  /** Functions that release the locks of this page's respondents. */
  const locks = useRef(new Set<() => void>())

  useEffect(() => {
    let isMounted = true
    const held = locks.current
    function releaseAll() {
      for (const release of held) release()
      held.clear()
    }
    async function open() {
      const services = await openSurveyServices()
      const found = await openSurvey(services.store, isKiosk)
      for (const respondent of respondentsIn(found)) held.add(respondent.release)
      if (!isMounted) return releaseAll()
      setStage({ ...found, services })
      services.sending.notifyPending()
      if (found.state !== 'no-questions') void refresh(services, found, () => isMounted && onNext())
    }
    open().catch((error: unknown) => {
      if (isMounted) setStage({ state: 'storage-refused', message: messageOf(error) })
    })
    return () => {
      isMounted = false
      releaseAll()
    }
  }, [isKiosk, onNext])

  useEffect(() => {
    // Called if another tab took over a respondent while this page was frozen (fault A24).
    const leave = () => (stage.state === 'answering' && !isKiosk ? setStage({ state: 'gone' }) : onNext())
    const respondents = stage.state === 'answering' || stage.state === 'offer' ? respondentsIn(stage) : []
    const signals = respondents.map(({ lost }) => lost)
    for (const lost of signals) lost.addEventListener('abort', leave)
    return () => {
      for (const lost of signals) lost.removeEventListener('abort', leave)
    }
  }, [stage, isKiosk, onNext])

  return {
    stage,
    continueWith: (opened: OpenedRespondent, services: SurveyServices) =>
      setStage({ state: 'answering', opened, services }),
    startOver: async ({ unfinished, others, services }: Extract<SurveyStage, { state: 'offer' }>) => {
      const opened = await startOver(services.store, [unfinished, ...others])
      services.sending.notifyPending()
      if (opened === null) return
      locks.current.add(opened.release)
      setStage({ state: 'answering', opened, services })
    },
    thank: (key: string, email: string, services: SurveyServices) =>
      setStage({ state: 'thanks', key, email, services }),
    showGone: () => setStage({ state: 'gone' }),
  }
}

function respondentsIn(found: OpenSurvey) {
  if (found.state === 'answering') return [found.opened]
  return found.state === 'offer' ? [found.unfinished, ...found.others] : []
}

/** Fetches the questions. If they are newer, calls `restart`, unless the respondent has already answered the older ones. */
async function refresh({ store }: SurveyServices, found: OpenSurvey, restart: () => void): Promise<void> {
  const before = await newestQuestionnaire(store)
  const now = await fetchQuestionnaire(store).catch(() => 'failed' as const)
  if (typeof now === 'string' || now.id === before?.id || found.state !== 'answering') return
  const { key } = found.opened.respondent
  const respondent = await store.respondent(key)
  if (respondent === undefined || respondent.answered > 0 || respondent.state !== 'open') return
  await leaveRespondent(store, key)
  restart()
}

function messageOf(error: unknown): string {
  return error instanceof StorageError ? error.message : 'This device could not open its storage. Reload to try again.'
}

export type SurveyRunOptions = {
  opened: OpenedRespondent
  services: SurveyServices
  /** Called once all answers are stored: on this device or, without storage, on the server. */
  onSubmitted: (email: string) => void
  onGone: () => void
}

/** `at`: the id of the first question that lacked a required answer. The message stays above it while others are answered. */
type SurveyHindrance = { why: 'required'; at: string | undefined } | { why: 'email' | 'submit' } | null

/** Returns one respondent's current section, answers, and actions. Every change is saved on this device first. */
export function useSurveyRun({ opened, services, onSubmitted, onGone }: SurveyRunOptions) {
  const { respondent, questions } = opened
  const [place, setPlace] = useState(respondent.place)
  const [hindrance, setHindrance] = useState<SurveyHindrance>(null)
  const { saver, setAnswers, ...entries } = useEntries({ opened, services, onGone })
  const { answers, email } = entries
  const { isSubmitting, finish } = useSubmission(saver, services, respondent.key)

  const { sections, index, section } = sectionAt(place.section, questions, answers)
  const isLast = index === sections.length - 1
  const asksEmail = isLast && place.stage === 'email'
  const missing = new Set(missingRequired(section?.questions ?? [], answers).map(({ question_id }) => question_id))

  /** Shows a section once its name is stored, so that a tablet that was switched off returns to it. */
  async function goTo(name: string | null, stage: 'section' | 'email', changed: Answers = {}) {
    setHindrance(null)
    await saver.saveNow({ answers: changed, place: { section: name, stage }, sendsNow: true })
    setPlace((before) => ({ ...before, section: name, stage }))
  }

  function goOn() {
    if (section === undefined) return
    if (missing.size > 0) return setHindrance({ why: 'required', at: [...missing][0] })
    const complete = leaveSection(section.questions, answers)
    setAnswers(complete)
    // A question that was left empty may make another section visible.
    const after = visibleSections(questions, complete)
    const next = after[indexOfSection(after, section.name, questions) + 1]
    if (next !== undefined) void goTo(next.name, 'section', complete)
    else if (asksEmail) void submit(complete)
    else void goTo(section.name, 'email', complete)
  }

  async function submit(complete: Answers) {
    // A changed answer may have made questions in an earlier section visible.
    const incomplete = firstIncomplete(questions, complete)
    if (incomplete !== undefined) {
      await goTo(incomplete.name, 'section', complete)
      return setHindrance({ why: 'required', at: missingRequired(incomplete.questions, complete)[0]?.question_id })
    }
    if (!v.safeParse(submitSurveySchema.entries.email, email).success) return setHindrance({ why: 'email' })
    if (await finish(complete, email.trim())) onSubmitted(email.trim())
    else setHindrance({ why: 'submit' })
  }

  return {
    sections,
    index,
    section,
    isLast,
    asksEmail,
    ...entries,
    missing,
    hindrance,
    isSubmitting,
    progress: furthestPercent(useHighest(percentComplete(questions, answers)), place.progress),
    answer: (questionId: string, answer: Answer, isTyping = false) =>
      entries.answer(questionId, answer, { place: { section: section?.name ?? null, stage: place.stage }, isTyping }),
    goOn,
    goBack: () => {
      // The last section is still visible above the email: the first step back only removes the email.
      const before = asksEmail ? section : sections[index - 1]
      if (before !== undefined) void goTo(before.name, 'section')
    },
    saveNow: () => saver.saveNow(),
  }
}

export type SurveyRun = ReturnType<typeof useSurveyRun>

type Answering = { place: { section: string | null; stage: 'section' | 'email' }; isTyping: boolean }

/** Holds a respondent's answers and email, and saves every change; `isUnsaved` is true until all are saved. */
function useEntries({ opened, services, onGone }: Pick<SurveyRunOptions, 'opened' | 'services' | 'onGone'>) {
  const { respondent, content, questions } = opened
  const [answers, setAnswers] = useState<Answers>(content.answers)
  const [email, setEmailText] = useState(content.email)
  const [problem, setProblem] = useState<string | null>(null)
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [saver] = useState(
    () =>
      new SurveySaver(services.store, respondent, questions, {
        onSaved: (isAll) => {
          setProblem(null)
          if (isAll) setIsUnsaved(false)
          services.sending.notifyPending()
        },
        onGone,
        onProblem: (error) => setProblem(messageOf(error)),
      }),
  )
  useSaveAtExit(saver)
  useEffect(() => onPageReturn(() => saver.checkAfterReturn()), [saver])

  function answer(questionId: string, value: Answer, { place, isTyping }: Answering): void {
    setAnswers((before) => ({ ...before, [questionId]: value }))
    setIsUnsaved(true)
    const change = { answers: { [questionId]: value }, place }
    if (isTyping) saver.saveSoon(change)
    else void saver.saveNow(change)
  }

  function setEmail(text: string): void {
    setEmailText(text)
    setIsUnsaved(true)
    saver.saveSoon({ email: text })
  }

  return { saver, answers, setAnswers, email, problem, isUnsaved, answer, setEmail }
}

function useSubmission(saver: SurveySaver, services: SurveyServices, respondentKey: string) {
  const [isSubmitting, setIsSubmitting] = useState(false)

  /** Resolves to true when the answers are safe: on disk or, without storage, on the server. */
  async function finish(answers: Answers, email: string): Promise<boolean> {
    setIsSubmitting(true)
    const isSaved = await saver.saveNow({ answers, email, finishes: true })
    const isSafe = isSaved && (!services.store.isMemory || (await untilConfirmed(services, respondentKey)))
    setIsSubmitting(false)
    return isSafe
  }

  return { isSubmitting, finish }
}

function sectionAt(name: string | null, questions: OpenedRespondent['questions'], answers: Answers) {
  const sections = visibleSections(questions, answers)
  const index = Math.max(0, indexOfSection(sections, name, questions))
  return { sections, index, section: sections[index] }
}

function firstIncomplete(questions: OpenedRespondent['questions'], answers: Answers): Section | undefined {
  return visibleSections(questions, answers).find((section) => missingRequired(section.questions, answers).length > 0)
}

/** Returns the index of a section or, if an answer has hidden it, of the last visible section before it. */
function indexOfSection(
  sections: readonly Section[],
  name: string | null,
  questions: readonly { section: string }[],
): number {
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
function useSaveAtExit(saver: SurveySaver) {
  useEffect(() => {
    const saveNow = () => {
      saver.saveAtExit()
      if (!isPageFrozen()) void saver.saveNow()
    }
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') saveNow()
    }
    document.addEventListener('visibilitychange', whenHidden)
    addEventListener('pagehide', saveNow)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      removeEventListener('pagehide', saveNow)
      void saver.saveNow()
    }
  }, [saver])
}

/** As long as a request to the server may take. */
const longestWaitMs = 30_000
const pollMs = 200

/** For answers that are only in memory: returns true once the server has them. Otherwise reopens the survey and returns false. */
async function untilConfirmed({ store }: SurveyServices, key: string): Promise<boolean> {
  for (let waited = 0; waited < longestWaitMs; waited += pollMs) {
    const respondent = await store.respondent(key)
    if (respondent === undefined) return true
    if (respondent.refusal !== null || respondent.failures > 1) break
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return reopen(store, key)
}

/** Makes the answers editable again. Returns true if the respondent no longer exists, because the server has confirmed it after all. */
async function reopen(store: SurveyStore, key: string): Promise<boolean> {
  await store.change(key, (respondent) => ({ ...respondent, state: 'open', refusal: null, failures: 0, nextAt: 0 }))
  return (await store.respondent(key)) === undefined
}
