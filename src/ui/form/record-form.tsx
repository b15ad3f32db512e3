import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { focusField, ErrorSummary } from '#ui/fields/field.tsx'
import type { FormValues } from './use-form-draft.ts'
import styles from './record-form.module.css'
import type { RecordForm as RecordFormState } from './use-record-form.ts'
import { Button } from '#ui/basics/button.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import { DialogActions } from '#ui/dialogs/dialog-frame.tsx'
import { formatAtMoment } from '#core/format/times.ts'

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

/** Says that the form holds what was typed before it was opened, and offers to begin afresh. */
function DraftNotice({ from, onDiscard }: { from: number; onDiscard: () => void }) {
  const [openedAt] = useState(() => Date.now())
  return (
    <div className={styles.notice}>
      <SyncMark state="Draft" />
      <output className={styles.words}>
        Restored what you typed <time dateTime={new Date(from).toISOString()}>{formatAtMoment(from, openedAt)}</time>.
        It is not saved yet.
      </output>
      <Button variant="quiet" onClick={onDiscard}>
        Discard Draft
      </Button>
    </div>
  )
}

type DialogFormProps<Values extends FormValues, Parsed> = {
  form: RecordFormState<Values, Parsed>
  /** The form's accessible name. */
  label: string
  submitLabel?: string
  busyLabel?: string
  /** After *Cancel*, which takes back what was typed. */
  onCancel: () => void
  children: ReactNode
}

/** A form that fills a dialog, with its two buttons at the end. */
export function DialogForm<Values extends FormValues, Parsed>({
  form,
  label,
  submitLabel = 'Save',
  busyLabel = 'Saving...',
  onCancel,
  children,
}: DialogFormProps<Values, Parsed>) {
  const isSaving = form.state === 'saving'

  function cancel(): void {
    if (isSaving) return
    form.discardDraft()
    onCancel()
  }

  return (
    <RecordForm form={form} label={label}>
      {children}
      <DialogActions>
        <Button variant="quiet" aria-disabled={isSaving} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" data-press="once" busy={isSaving} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </DialogActions>
    </RecordForm>
  )
}
