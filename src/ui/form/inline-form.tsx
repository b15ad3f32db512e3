import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#ui/basics/button.tsx'
import type { FormValues } from './use-form-draft.ts'
import styles from './record-form.module.css'
import { RecordForm } from './record-form.tsx'
import type { RecordForm as RecordFormState } from './use-record-form.ts'

/** For a field that takes a line of its own. */
export const wideFieldClass = styles.wide ?? ''

type InlineFormProps<Values extends FormValues, Parsed> = {
  id: string
  form: RecordFormState<Values, Parsed>
  /** The form's accessible name, that of the button which opened it. */
  label: string
  submitLabel: string
  busyLabel: string
  onCancel: () => void
  /** Deletes what the form changes. */
  onDelete?: (() => void) | undefined
  /** Below the fields: what to know before sending. */
  notice?: ReactNode
  /** The fields, side by side where there is room. */
  children: ReactNode
}

/** A short form inside a section, opened and closed by the section's own button. */
export function InlineForm<Values extends FormValues, Parsed>({
  id,
  form,
  label,
  submitLabel,
  busyLabel,
  onCancel,
  onDelete,
  notice,
  children,
}: InlineFormProps<Values, Parsed>) {
  const element = useRef<HTMLDivElement>(null)
  // Whole between the bars, as `scroll-padding` has them; what is longer begins at the top.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-deps -- a draft that arrives makes the form longer
  }, [form.restoredFrom])

  const isSaving = form.state === 'saving'

  function cancel() {
    if (isSaving) return
    form.discardDraft()
    onCancel()
  }
  return (
    <div ref={element} id={id} className={styles.inline} data-inline-form>
      <RecordForm form={form} label={label}>
        <div className={styles.fields}>{children}</div>
        {notice}
        <div className={styles.actions}>
          {/* What lies there once the form is closed is not what the second half of a double tap means. */}
          <Button type="submit" variant="primary" data-press="once" busy={isSaving} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
          <Button variant="quiet" aria-disabled={isSaving} onClick={cancel}>
            Cancel
          </Button>
          {onDelete !== undefined && (
            <Button variant="quiet" className={styles.delete} onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      </RecordForm>
    </div>
  )
}
