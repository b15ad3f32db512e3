import type * as v from 'valibot'
import { doorCardFormSchema, occupancies } from '#core/contract/door-card.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { occupancyLabels } from '#core/domain/homes/door-labels.ts'
import type { LocalKey, Refusal } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow, DoorCardRow } from '#storage/database/rows.ts'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { InlineForm, wideFieldClass } from '#ui/form/inline-form.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField, TextArea } from '#ui/fields/field.tsx'
import { PersonField } from '#records/people/client-field.tsx'
import { RecordNotice, useRefusal } from '#records/states/record-notice.tsx'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import type { Fields } from '#core/contract/json.ts'
import { isSameValue } from '#core/sync/records/same-value.ts'
import { localKeyOf } from '#core/sync/records/keys.ts'
import type { UpdateOutcome } from '#core/sync/writing/update-record.ts'
import type { Device } from '#storage/device/device.ts'
import { addRecord, changeRecord, clientFormValue } from '#records/saving/commands.ts'
import { readDoorCard } from './door-queries.ts'

type TextName =
  | 'occupancy'
  | 'lockbox_kind'
  | 'lockbox_code'
  | 'gate_code'
  | 'alarm_code'
  | 'key_location'
  | 'instructions'
  | 'pets'
  | 'parking'
  /** The client whom the agent picked as the seller; `person` is the typed name. */
  | 'client'
  | 'person'
type DoorCardValues = Record<TextName, string> & { notify_seller: boolean }

const labels: Record<keyof DoorCardValues, string> = {
  occupancy: 'Occupancy',
  lockbox_kind: 'Lockbox',
  lockbox_code: 'Lockbox Code',
  gate_code: 'Gate Code',
  alarm_code: 'Alarm Code',
  key_location: 'Key',
  instructions: 'Instructions',
  pets: 'Pets',
  parking: 'Parking',
  notify_seller: 'Notify the seller before each visit',
  person: 'Seller',
  client: 'Seller',
}

const blank: DoorCardValues = {
  occupancy: '',
  lockbox_kind: '',
  lockbox_code: '',
  gate_code: '',
  alarm_code: '',
  key_location: '',
  instructions: '',
  pets: '',
  parking: '',
  notify_seller: false,
  person: '',
  client: '',
}

function doorCardToForm({ client, ...card }: DoorCardRow, seller: ClientRow | undefined): DoorCardValues {
  const texts = Object.keys(blank).flatMap((name) => {
    const value = card[name as keyof typeof card]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return {
    ...blank,
    ...(Object.fromEntries(texts) as Partial<DoorCardValues>),
    notify_seller: card.notify_seller === true,
    person: seller === undefined ? '' : clientName(seller),
    client: clientFormValue(client),
  }
}

type DoorCardFormProps = {
  id: string
  /** The local key of the home (a property). */
  home: LocalKey
  address: string
  /** Null for a new card. */
  card: DoorCardRow | null
  seller: ClientRow | undefined
  onClose: () => void
}

/** The inline form of a door card, with refused fields marked. Renders nothing until the refusal is loaded. */
export function DoorCardForm(props: DoorCardFormProps) {
  const refusal = useRefusal('door_card', props.card?.key ?? '')
  return refusal === undefined ? null : <OpenDoorCardForm {...props} refusal={refusal} />
}

type OpenDoorCardFormProps = DoorCardFormProps & { refusal: Refusal | null }

function OpenDoorCardForm({ id, home, address, card, seller, refusal, onClose }: OpenDoorCardFormProps) {
  const device = useDevice()
  const isNew = card === null
  const deletion = useDeletion('door_card', {
    message: () => `The door card of ${address} has been removed.`,
    onDeleted: onClose,
  })
  const form = useEntityForm<'door_card', DoorCardValues, v.InferOutput<typeof doorCardFormSchema>>({
    entity: 'door_card',
    record: card,
    createdFor: home,
    schema: doorCardFormSchema,
    opened: isNew ? blank : doorCardToForm(card, seller),
    labels,
    refusal,
    onSaved: onClose,
    ...(isNew && {
      save: ({ opId, opened, parsed }) => addDoorCard(device, home, { opId, opened, changes: parsed }),
    }),
  })
  const code = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <InlineForm
      id={id}
      form={form}
      label={isNew ? 'New Door Card' : 'Edit Door Card'}
      submitLabel="Save Door Card"
      busyLabel="Saving..."
      onCancel={onClose}
      onDelete={isNew ? undefined : () => deletion.ask(card)}
      notice={isNew ? null : <RecordNotice entity="door_card" recordKey={card.key} />}
    >
      <SelectField {...form.field('occupancy')}>
        <option value="">Not known</option>
        {occupancies.map((one) => (
          <option key={one} value={one}>
            {occupancyLabels[one]}
          </option>
        ))}
      </SelectField>
      <TextField {...form.field('lockbox_kind')} placeholder="Supra, combination, ..." autoComplete="off" />
      <TextField {...form.field('lockbox_code')} {...code} />
      <TextField {...form.field('gate_code')} {...code} />
      <TextField {...form.field('alarm_code')} {...code} />
      <TextField {...form.field('key_location')} placeholder="Under the bench, at the office, ..." autoComplete="off" />
      <TextArea {...form.field('instructions')} className={wideFieldClass} rows={3} />
      {/* Two rows: a text merged from two devices has a line from each. */}
      <TextArea {...form.field('pets')} rows={2} />
      <TextArea {...form.field('parking')} rows={2} />
      <CheckboxField {...form.field('notify_seller')} className={wideFieldClass} />
      <PersonField form={form} className={wideFieldClass} />
      {deletion.dialog}
    </InlineForm>
  )
}

type Addition = { opId: string; opened: Fields; changes: Fields }

/** Saves a new door card. If a card of the home has arrived or was created since the form opened, changes that card. */
async function addDoorCard(
  device: Device,
  home: LocalKey,
  { opId, opened, changes }: Addition,
): Promise<UpdateOutcome | void> {
  const existing = await readDoorCard(device.database, home)
  if (existing === undefined || existing.key === localKeyOf(opId)) {
    await addRecord(device, 'door_card', { opId, changes, references: { property: { entity: 'property', key: home } } })
    return undefined
  }
  const typed = Object.entries(changes).filter(([field, value]) => !isSameValue(value, opened[field]))
  return changeRecord(device, 'door_card', { opId, key: existing.key, opened, changes: Object.fromEntries(typed) })
}
