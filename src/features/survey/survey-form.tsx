import { Fragment, type RefObject, useEffect, useRef, useEffectEvent, useState } from 'react'
import { requiredMessage } from '#core/survey/required-answers.ts'
import { countDirtyForm } from '#state/update.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import { QuestionCard } from './question-card.tsx'
import styles from './survey.module.css'
import { type SurveyRun, type SurveyRunOptions, useSurveyRun } from '#features/survey/respondents/use-survey.ts'
import type { SurveyStore } from '#storage/survey/survey-store.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Progress } from '#ui/feedback/progress.tsx'
import { Card } from '#ui/layout/card.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { formatClock } from '#core/format/times.ts'
import { kioskIdleMs } from '#features/survey/respondents/open-survey.ts'

type SurveyFormProps = SurveyRunOptions & {
  /** Kiosk only: called after a minute without a touch, once everything is saved. */
  onSilent?: () => void
}

export function SurveyForm({ onSilent, ...options }: SurveyFormProps) {
  const run = useSurveyRun(options)
  const { section, sections, index, isLast, asksEmail, answers, hindrance } = run
  const form = useRef<HTMLFormElement>(null)
  useFocusOnNavigation(form, section?.name, asksEmail)
  useFocusOnHindrance(form, run)
  const isBegun = Object.keys(answers).length > 0
  // Delays an update of the app until this person has finished.
  useEffect(() => (isBegun ? countDirtyForm() : undefined), [isBegun])

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!run.isSubmitting) run.goOn()
      }}
    >
      <SurveyHead
        respondentKey={options.opened.respondent.key}
        store={options.services.store}
        isUnsaved={run.isUnsaved}
        sectionNumber={index + 1}
        sectionCount={sections.length}
        progress={run.progress}
      />
      <h2 className={styles.section} tabIndex={-1} data-survey-section>
        {section?.name}
      </h2>
      <Questions run={run} />
      {asksEmail && <EarlyAccess email={run.email} isWrong={hindrance?.why === 'email'} onChange={run.setEmail} />}
      <Hindrance run={run} />
      {onSilent !== undefined && (
        <KioskSilence
          isBegun={isBegun || index > 0 || asksEmail}
          onSilent={() => void run.saveNow().finally(onSilent)}
        />
      )}
      <BottomActions>
        <Button aria-disabled={index === 0 && !asksEmail} onClick={run.goBack}>
          Previous
        </Button>
        {/* The button changes its action but not its position: a double tap must count once. */}
        <Button type="submit" variant="primary" data-press="once" busy={run.isSubmitting} busyLabel="Saving...">
          {submitLabel(isLast, asksEmail)}
        </Button>
      </BottomActions>
    </form>
  )
}

function Questions({ run }: { run: SurveyRun }) {
  const { section, answers, missing, hindrance } = run
  /** The first unanswered question, above which the message is shown. */
  const firstMissing = hindrance?.why === 'required' && missing.size > 0 ? hindrance.at : undefined
  return (
    <>
      {section?.questions.map((question) => (
        <Fragment key={question.question_id}>
          {question.question_id === firstMissing && (
            <Banner tone="danger" role="alert">
              {requiredMessage}
            </Banner>
          )}
          <QuestionCard
            question={question}
            answer={Object.hasOwn(answers, question.question_id) ? answers[question.question_id] : undefined}
            isMissing={hindrance?.why === 'required' && missing.has(question.question_id)}
            onAnswer={(answer, isTyping) => run.answer(question.question_id, answer, isTyping)}
          />
        </Fragment>
      ))}
    </>
  )
}

function submitLabel(isLast: boolean, asksEmail: boolean): string {
  if (asksEmail) return 'Submit Survey'
  return isLast ? 'Continue' : 'Next'
}

/** Says that *Submit* failed, or why answers could not be saved (`problem`). The question or field itself shows any other hindrance. */
function Hindrance({ run: { hindrance, problem } }: { run: SurveyRun }) {
  return (
    <>
      {problem !== null && (
        <Banner tone="danger" role="alert">
          {problem}
        </Banner>
      )}
      {hindrance?.why === 'submit' && (
        <Banner tone="danger" role="alert">
          Failed to submit questionnaire. Please try again.
        </Banner>
      )}
    </>
  )
}

function useFocusOnNavigation(
  form: RefObject<HTMLFormElement | null>,
  section: string | undefined,
  asksEmail: boolean,
) {
  const shown = useRef({ section, asksEmail })
  useEffect(() => {
    const before = shown.current
    shown.current = { section, asksEmail }
    if (before.section === section && before.asksEmail === asksEmail) return
    const target = form.current?.querySelector<HTMLElement>(asksEmail ? 'input[type=email]' : '[data-survey-section]')
    target?.focus({ preventScroll: true })
    // Shows the heading and the first card below the sticky bar.
    target?.scrollIntoView({ block: asksEmail ? 'center' : 'start' })
  }, [form, section, asksEmail])
}

function useFocusOnHindrance(form: RefObject<HTMLFormElement | null>, { hindrance }: SurveyRun) {
  useEffect(() => {
    if (hindrance === null || hindrance.why === 'submit') return
    const wrong = form.current?.querySelector<HTMLElement>('[data-missing], [aria-invalid=true]')
    const control = wrong?.matches('input, textarea')
      ? wrong
      : wrong?.querySelector<HTMLElement>('input, textarea, button')
    control?.focus({ preventScroll: true })
    wrong?.scrollIntoView({ block: 'center' })
  }, [form, hindrance])
}

type SurveyHeadProps = {
  respondentKey: string
  store: SurveyStore
  /** The screen has changes that are not on disk yet. */
  isUnsaved: boolean
  sectionNumber: number
  sectionCount: number
  progress: number
}

function SurveyHead({ respondentKey, store, isUnsaved, sectionNumber, sectionCount, progress }: SurveyHeadProps) {
  return (
    <>
      <header className={styles.head}>
        <h1 tabIndex={-1}>Real Estate Technology Survey</h1>
        <p className={styles.about}>
          About 5-7 minutes <SavedWhere respondentKey={respondentKey} store={store} isUnsaved={isUnsaved} />
        </p>
      </header>
      <div className={styles.progress}>
        <p className={styles.far}>
          <span>
            Section {sectionNumber} of {sectionCount}
          </span>
          <span>{progress}% Complete</span>
        </p>
        <Progress label="Survey progress" value={progress} />
      </div>
    </>
  )
}

/** "Saved on this device" and "Saved" are different facts: only the second means that the server has the answers. */
function SavedWhere({
  respondentKey,
  store,
  isUnsaved,
}: Pick<SurveyHeadProps, 'respondentKey' | 'store' | 'isUnsaved'>) {
  const respondent = useLiveQuery(() => store.respondent(respondentKey), [store, respondentKey])
  return (
    <>
      {/* Unchanged for screen readers while saving, or they would announce it after every letter. */}
      <span role="status" className={styles.saved} data-unsaved={isUnsaved || undefined}>
        {savedLabel(respondent, store.isMemory)}
      </span>
      {isUnsaved && <span aria-hidden>· Saving...</span>}
    </>
  )
}

function savedLabel(respondent: Awaited<ReturnType<SurveyStore['respondent']>>, isMemory: boolean): string {
  if (respondent === undefined || respondent.savedAt === null) return ''
  const { sentRevision, revision, sentAt, savedAt } = respondent
  if (sentRevision >= revision && sentAt !== null) return `· Saved ${formatClock(sentAt)}`
  return isMemory ? '· Not saved yet' : `· Saved on this device ${formatClock(savedAt)}`
}

type EarlyAccessProps = {
  email: string
  isWrong: boolean
  onChange: (email: string) => void
}

function EarlyAccess({ email, isWrong, onChange }: EarlyAccessProps) {
  return (
    <Card title="Early Access (Optional)">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        // On a shared tablet the browser must not suggest an earlier respondent's address.
        autoComplete="off"
        maxLength={254}
        hint="Leave it empty to stay anonymous."
        error={isWrong ? 'Enter a valid email address.' : undefined}
        value={email}
        onChange={(event) => onChange(event.target.value)}
      />
    </Card>
  )
}

const warningMs = 15_000
const activityEvents = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const

type KioskSilenceProps = {
  /** The visitor has begun; an untouched page has no time limit. */
  isBegun: boolean
  onSilent: () => void
}

/** Detects that a visitor has left, after a minute without a touch, and warns first. */
function KioskSilence({ isBegun, onSilent }: KioskSilenceProps) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const silent = useEffectEvent(onSilent)

  useEffect(() => {
    if (!isBegun) return undefined
    let touchedAt = Date.now()
    const touch = () => {
      touchedAt = Date.now()
      setSecondsLeft(null)
    }
    // Reads the clock instead of counting ticks, because the tablet may have slept.
    const timer = setInterval(() => {
      const left = touchedAt + kioskIdleMs - Date.now()
      if (left <= 0) {
        clearInterval(timer)
        silent()
      } else if (left <= warningMs) setSecondsLeft(Math.ceil(left / 1000))
    }, 500)
    for (const event of activityEvents) addEventListener(event, touch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const event of activityEvents) removeEventListener(event, touch)
    }
  }, [isBegun])

  if (secondsLeft === null) return null
  return (
    <div className={styles.silence} role="alert">
      <p>
        Still there? The survey starts over in <span aria-hidden>{secondsLeft} s</span>
        <span className={styles.spoken}>a few seconds</span>.
      </p>
      {/* Any touch counts; this button is for those who look for one. */}
      <Button variant="primary" size="kiosk">
        Continue
      </Button>
    </div>
  )
}
