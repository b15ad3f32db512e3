import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import { focusField, ErrorSummary } from '#ui/fields/field.tsx'
import type { FormValues } from './use-form-draft.ts'
import styles from './record-form.module.css'
import type { RecordForm as FormOfRecord } from './use-record-form.ts'
import { Button } from '#ui/basics/button.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import { DialogActions } from '#ui/dialogs/dialog-frame.tsx'
import { formatAtMoment } from '#core/format/times.ts'

type RecordFormProps<Values extends FormValues, Parsed> = {
  form: FormOfRecord<Values, Parsed>
  label: string
  className?: string | undefined
  children: ReactNode
}

/** A form that lists its problems at the top after a submit, focuses the first invalid field, and shows a restored draft. */
export function RecordForm<Values extends FormValues, Parsed>({
  form,
  label,
  className,
  children,
}: RecordFormProps<Values, Parsed>) {
  const element = useRef<HTMLFormElement>(null)
  const { problems, submitCount } = form
  const attempt = useAttempt(submitCount, problems.length)
  const firstInvalid = problems.find(({ name }) => name !== undefined)?.name

  useEffect(() => {
    if (attempt === 0 || firstInvalid === undefined) return
    focusField(element.current, firstInvalid)
    // oxlint-disable-next-line react/exhaustive-deps -- once per submit, not while the agent types
  }, [attempt])

  return (
    <form
      {...form.formProps}
      onSubmit={(event) => {
        // React passes a submit in a sheet on to the form that opened the sheet, because the sheet is a child component of it.
        event.stopPropagation()
        form.formProps.onSubmit(event)
      }}
      ref={element}
      aria-label={label}
      aria-busy={!form.isDraftRead || undefined}
      className={classNames(styles.form, className)}
    >
      {attempt > 0 && <ErrorSummary errors={problems} attempt={attempt} />}
      {form.draftTypedAt !== null && <DraftNotice from={form.draftTypedAt} onDiscard={form.discardDraft} />}
      {children}
    </form>
  )
}

/** Counts submits that found problems; 0 while no summary is shown. Problems found between submits get no summary, which would take the focus. */
function useAttempt(submitCount: number, problemCount: number): number {
  const [seen, setSeen] = useState({ submitCount: -1, attempt: 0, isListed: false })
  const isNewSubmit = seen.submitCount !== submitCount
  const isListed = problemCount > 0 && (isNewSubmit || seen.isListed)
  if (isNewSubmit || isListed !== seen.isListed) {
    setSeen({ submitCount, attempt: isNewSubmit && isListed ? seen.attempt + 1 : seen.attempt, isListed })
  }
  return isListed ? Math.max(seen.attempt, 1) : 0
}

/** `from`: when the draft was typed, in epoch milliseconds. */
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
  form: FormOfRecord<Values, Parsed>
  label: string
  submitLabel?: string
  busyLabel?: string
  onCancel: () => void
  children: ReactNode
}

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
