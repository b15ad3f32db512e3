import type { ReactNode } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx'
import type { FormValues } from './form-draft.ts'
import { RecordForm } from './record-form.tsx'
import type { RecordForm as RecordFormState } from './use-record-form.ts'

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
