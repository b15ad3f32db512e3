import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#ui/basics/button.tsx'
import type { FormValues } from './use-form-draft.ts'
import styles from './record-form.module.css'
import { RecordForm } from './record-form.tsx'
import type { RecordForm as FormOfRecord } from './use-record-form.ts'

export const wideFieldClass = styles.wide ?? ''

type InlineFormProps<Values extends FormValues, Parsed> = {
  id: string
  form: FormOfRecord<Values, Parsed>
  /** The accessible name, the same as that of the button that opens the form. */
  label: string
  submitLabel: string
  busyLabel: string
  onCancel: () => void
  onDelete?: (() => void) | undefined
  notice?: ReactNode
  children: ReactNode
}

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
  // Show the whole form between the bars (`scroll-padding`), or its top if it is longer.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-deps -- a draft that arrives makes the form longer
  }, [form.draftTypedAt])

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
          {/* The form closes under the finger: the second tap of a double tap must not press a button that takes its place. */}
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
