import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { ErrorSummary } from '#ui/fields/error-summary.tsx'
import { focusField } from '#ui/fields/focus-field.ts'
import { DraftNotice } from './draft-notice.tsx'
import type { FormValues } from './form-draft.ts'
import styles from './record-form.module.css'
import type { RecordForm as RecordFormState } from './use-record-form.ts'

type RecordFormProps<Values extends FormValues, Parsed> = {
  form: RecordFormState<Values, Parsed>
  /** The form's accessible name, 'Add New Client'. */
  label: string
  className?: string | undefined
  children: ReactNode
}

/**
 * The form around its fields: what was refused on top, what was typed earlier said and offered back, and after a
 * refusal the focus in the first wrong field.
 */
export function RecordForm<Values extends FormValues, Parsed>({
  form,
  label,
  className,
  children,
}: RecordFormProps<Values, Parsed>) {
  const element = useRef<HTMLFormElement>(null)
  const { problems, submitCount } = form
  const attempt = useAttempt(submitCount, problems.length)
  const firstWrong = problems.find(({ name }) => name !== undefined)?.name

  useEffect(() => {
    if (attempt === 0 || firstWrong === undefined) return
    focusField(element.current, firstWrong)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal, not while the agent types
  }, [attempt])

  return (
    <form
      {...form.formProps}
      onSubmit={(event) => {
        // A sheet that is opened from a form is its child to React: its submit would reach both.
        event.stopPropagation()
        form.formProps.onSubmit(event)
      }}
      ref={element}
      aria-label={label}
      aria-busy={!form.isDraftRead || undefined}
      className={classNames(styles.form, className)}
    >
      {attempt > 0 && <ErrorSummary errors={problems} attempt={attempt} />}
      {form.restoredFrom !== null && <DraftNotice from={form.restoredFrom} onDiscard={form.discardDraft} />}
      {children}
    </form>
  )
}

/**
 * Counts refused submits; 0 when there is nothing to tell. Errors that come and go while somebody types after a
 * corrected refusal stay beside their field: a summary that appears then would take the focus away.
 */
function useAttempt(submitCount: number, problemCount: number): number {
  const [seen, setSeen] = useState({ submitCount: -1, attempt: 0, isTold: false })
  const isNewSubmit = seen.submitCount !== submitCount
  const isTold = problemCount > 0 && (isNewSubmit || seen.isTold)
  if (isNewSubmit || isTold !== seen.isTold) {
    setSeen({ submitCount, attempt: isNewSubmit && isTold ? seen.attempt + 1 : seen.attempt, isTold })
  }
  return isTold ? Math.max(seen.attempt, 1) : 0
}
