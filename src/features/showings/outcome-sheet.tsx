import { useWatch } from 'react-hook-form'
import {
  interests,
  type ShowingOutcome,
  priceOpinions,
  showingOutcomeSchema,
  showingStatuses,
} from '#core/contract/showing.ts'
import { formatShowingState } from '#core/domain/visits/showing-status.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { offerToUndo } from '#records/saving/save-with-undo.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useIsPlainServer } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { Device } from '#storage/device/device.ts'
import type { ShowingRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { DialogForm } from '#ui/form/record-form.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { TextArea } from '#ui/fields/field.tsx'
import { cancellationMessageLinks } from './use-outcome.ts'
import { ButtonChoices } from './button-choices.tsx'

type OutcomeValues = Record<keyof ShowingOutcome, string>

const labels: OutcomeValues = {
  status: 'Status',
  interest: 'Interest',
  price_opinion: 'Price Opinion',
  feedback: 'Private',
  feedback_for_seller: 'For the seller',
}

type OutcomeForm = ReturnType<typeof useEntityForm<'showing', OutcomeValues, ShowingOutcome>>

function outcomeToForm({ status = 'Scheduled', interest, price_opinion, ...rest }: ShowingRow): OutcomeValues {
  return {
    status,
    interest: interest ? String(interest) : '',
    price_opinion: price_opinion ?? '',
    feedback: rest.feedback ?? '',
    feedback_for_seller: rest.feedback_for_seller ?? '',
  }
}

/** Shows what was saved in a notification with *Undo*, as the outcome buttons on a showing do. */
async function confirmOutcome(device: Device, showing: ShowingRow, outcome: ShowingOutcome): Promise<void> {
  const record = { ...showing, status: showing.status ?? 'Scheduled' }
  const changes = Object.fromEntries(
    Object.entries(outcome).filter(([field, value]) => !isSameValue(record[field as keyof ShowingOutcome], value)),
  )
  if (Object.keys(changes).length === 0) return
  const isCancelled = changes['status'] === 'Cancelled'
  const links = isCancelled ? await cancellationMessageLinks(device, showing).catch(() => []) : []
  offerToUndo(device, { entity: 'showing', record, changes, message: `${formatShowingState(outcome)}.`, links })
}

export function OutcomeSheet({ showing, onClose }: { showing: ShowingRow; onClose: () => void }) {
  const device = useDevice()
  const isPlain = useIsPlainServer()
  const form = useEntityForm<'showing', OutcomeValues, ShowingOutcome>({
    entity: 'showing',
    record: showing,
    draftName: 'outcome',
    schema: showingOutcomeSchema,
    opened: outcomeToForm(showing),
    labels,
    onSaved: onClose,
    afterSave: (outcome) => void confirmOutcome(device, showing, outcome),
  })
  const values = useWatch({ control: form.form.control })

  /** Pressing the chosen value again clears it. */
  function choose(name: 'interest' | 'price_opinion', value: string): void {
    form.form.setValue(name, values[name] === value ? '' : value, { shouldDirty: true })
  }

  return (
    <Sheet open title="Showing outcome" onClose={onClose}>
      <DialogForm form={form} label="Showing outcome" onCancel={onClose}>
        <RecordNotice entity="showing" recordKey={showing.key} />
        <ButtonChoices
          legend={labels.status}
          options={showingStatuses}
          value={showingStatuses.find((one) => one === values.status) ?? ''}
          onChoose={(status) => form.form.setValue('status', status, { shouldDirty: true })}
        />
        {values.status === 'Held' && (
          <>
            <ButtonChoices
              legend="Interest, 1 to 5"
              options={interests.map(String)}
              wordsOf={(value) => `${value} of 5`}
              value={values.interest ?? ''}
              onChoose={(value) => choose('interest', value)}
            />
            <ButtonChoices
              legend={labels.price_opinion}
              options={priceOpinions}
              value={priceOpinions.find((one) => one === values.price_opinion) ?? ''}
              onChoose={(value) => choose('price_opinion', value)}
            />
          </>
        )}
        <Feedback form={form} />
        {isPlain && <p>The outcome stays on this device: this server does not keep outcomes.</p>}
      </DialogForm>
    </Sheet>
  )
}

/** The private field is first, so that the agent does not type a buyer's limit or offer into the seller's report. */
function Feedback({ form }: { form: OutcomeForm }) {
  const [forAgent, forSeller] = useWatch({
    control: form.form.control,
    name: ['feedback', 'feedback_for_seller'],
  })

  function moveToSeller(): void {
    const both = [forSeller, forAgent].filter((text) => text.trim() !== '').join('\n')
    form.form.setValue('feedback_for_seller', both, { shouldDirty: true })
    form.form.setValue('feedback', '', { shouldDirty: true })
    form.form.setFocus('feedback_for_seller')
  }

  return (
    <>
      <TextArea {...form.field('feedback')} rows={3} hint="Only you see it." />
      {forAgent.trim() !== '' && (
        <Button variant="quiet" onClick={moveToSeller}>
          Move to For the Seller
        </Button>
      )}
      <TextArea
        {...form.field('feedback_for_seller')}
        rows={3}
        hint="The seller report quotes it, without the buyer’s name."
      />
    </>
  )
}
