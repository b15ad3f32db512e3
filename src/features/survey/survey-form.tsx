import { Fragment, type RefObject, useEffect, useRef } from 'react'
import { requiredMessage } from '#core/survey/required-answers.ts'
import { countDirtyForm } from '#state/update.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { ThumbBar } from '#ui/layout/thumb-bar.tsx'
import { EarlyAccess } from './respondents/early-access.tsx'
import { KioskSilence } from './kiosk-silence.tsx'
import { QuestionCard } from './question-card.tsx'
import { SurveyHead } from './survey-head.tsx'
import styles from './survey-form.module.css'
import { type SurveyRun, type SurveyRunOptions, useSurveyRun } from './respondents/use-survey-run.ts'

type SurveyFormProps = SurveyRunOptions & {
  /** In a kiosk: the survey that was begun was not touched for a minute; everything is saved by then. */
  onSilent?: () => void
}

/** The sections of the survey, one at a time. */
export function SurveyForm({ onSilent, ...options }: SurveyFormProps) {
  const run = useSurveyRun(options)
  const { section, sections, index, isLast, asksEmail, answers, hindrance } = run
  const form = useRef<HTMLFormElement>(null)
  useFocusOnTheWay(form, section?.name, asksEmail)
  useFocusOnHindrance(form, run)
  const isBegun = Object.keys(answers).length > 0
  // A newer version of the app waits until this person is through.
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
        store={options.atHand.store}
        isUnsaved={run.isUnsaved}
        section={index + 1}
        sections={sections.length}
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
      <ThumbBar>
        <Button aria-disabled={index === 0 && !asksEmail} onClick={run.goBack}>
          Previous
        </Button>
        {/* It stays where it is, and means another section, the e-mail or the end. */}
        <Button type="submit" variant="primary" data-press="once" busy={run.isSubmitting} busyLabel="Saving...">
          {wordFor(isLast, asksEmail)}
        </Button>
      </ThumbBar>
    </form>
  )
}

function Questions({ run }: { run: SurveyRun }) {
  const { section, answers, missing, hindrance } = run
  /** Above it stands what hinders: the eyes are led there. */
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

function wordFor(isLast: boolean, asksEmail: boolean): string {
  if (asksEmail) return 'Submit Survey'
  return isLast ? 'Continue' : 'Next'
}

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

/** A new section begins at its top; the e-mail field is where the eyes should go when it appears. */
function useFocusOnTheWay(form: RefObject<HTMLFormElement | null>, section: string | undefined, asksEmail: boolean) {
  const shown = useRef({ section, asksEmail })
  useEffect(() => {
    const before = shown.current
    shown.current = { section, asksEmail }
    if (before.section === section && before.asksEmail === asksEmail) return
    const target = form.current?.querySelector<HTMLElement>(asksEmail ? 'input[type=email]' : '[data-survey-section]')
    target?.focus({ preventScroll: true })
    // The first card with its heading, below what sticks to the top.
    target?.scrollIntoView({ block: asksEmail ? 'center' : 'start' })
  }, [form, section, asksEmail])
}

/** After a refused Next the first question without an answer is where to go on. */
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
