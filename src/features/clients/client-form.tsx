import { Link, useNavigate } from '@tanstack/react-router'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  clientCategories,
  clientLabels,
  newClientSchema,
  type NewClient as NewClientFields,
} from '#core/contract/client.ts'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { canBeCalled } from '#core/domain/text/contact-links.ts'
import type { LocalKey, Refusal } from '#core/sync/operation.ts'
import { linkRecordsToClient } from '#records/people/link-records-to-client.ts'
import { RecordNotice, useRefusal, RecordMark } from '#records/states/record-notice.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import { formLabels } from '#records/record-labels.ts'
import { showSavedToast } from '#records/saving/save-with-undo.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import type { RecordForm as FormOfRecord } from '#ui/form/use-record-form.ts'
import { TrashIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField, TextArea, otherPersonEmailProps } from '#ui/fields/field.tsx'
import { BottomActions } from '#ui/layout/bottom-actions.tsx'
import styles from './clients.module.css'
import { useClientWithEmail, useClientDeletion } from './use-clients.ts'

type ClientFormValues = Record<keyof NewClientFields, string>

const empty: ClientFormValues = {
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  category: 'Buyer',
  notes: '',
}

/** Returns the form's values. Empty texts replace fields that a plain server omits. */
function clientToForm(client: ClientRow): ClientFormValues {
  const texts = Object.entries(empty).map(([name, blank]) => [name, client[name as keyof NewClientFields] ?? blank])
  return Object.fromEntries(texts) as ClientFormValues
}

type NewClientProps = {
  /** Values shared from another app. */
  shared?: Partial<ClientFormValues>
  onSaved?: () => Promise<void>
}

export function NewClient(props: NewClientProps) {
  return <ClientForm client={null} refusal={null} label="Add New Client" {...props} />
}

/** Edits a client; marks the fields that the server refused (fault H2). */
export function EditClient({ client, onDeleted }: { client: ClientRow; onDeleted: () => void }) {
  const refusal = useRefusal('client', client.key)
  const deletion = useClientDeletion(onDeleted)
  return (
    <>
      <PageHeader
        back={<BackLink to="/clients">Back to Clients</BackLink>}
        title="Edit Client"
        subtitle={
          <>
            {clientName(client)}
            <RecordMark entity="client" recordKey={client.key} />
          </>
        }
        actions={
          <Button variant="danger" data-quiet onClick={() => deletion.ask(client)}>
            <TrashIcon size={18} />
            Delete Client
          </Button>
        }
      />
      <RecordNotice entity="client" recordKey={client.key} />
      {refusal !== undefined && <ClientForm client={client} refusal={refusal} label="Edit Client" />}
      {deletion.dialog}
    </>
  )
}

type ClientFormProps = NewClientProps & { client: ClientRow | null; refusal: Refusal | null; label: string }

/** A change of the record elsewhere does not change the values in an open form. */
function ClientForm({ client, refusal, label, shared, onSaved }: ClientFormProps) {
  const device = useDevice()
  const navigate = useNavigate()
  const isNew = client === null
  const form = useEntityForm<'client', ClientFormValues, NewClientFields>({
    entity: 'client',
    record: client,
    // A separate draft, so that shared values do not replace what was typed for another new client.
    ...(shared === undefined ? {} : { createdFor: 'shared' }),
    // The list is sorted by this date; the server later replaces it with its own.
    newRecordExtras: () => ({ shown: { created_at: new Date(device.clock.now()).toISOString() } }),
    schema: newClientSchema,
    opened: isNew ? { ...empty, ...shared } : clientToForm(client),
    labels: clientLabels,
    refusal,
    // A changed email would separate the client from records that name the client only by the old email.
    beforeChange: (key, changes) => linkRecordsToClient(device, key, changes),
    afterSave: (parsed, key) => {
      const viewClient = () => void navigate({ to: '/clients/$clientId', params: { clientId: key ?? '' } })
      showSavedToast({
        entity: 'client',
        key: client?.key ?? key ?? '',
        isNew,
        name: clientName(parsed),
        onView: isNew ? viewClient : undefined,
      })
      void onSaved?.()
    },
    onSaved: () =>
      void navigate(
        isNew ? { to: '/clients' } : { to: '/clients/$clientId', params: { clientId: recordIdInUrl(client) } },
      ),
  })
  const emailHint = useEmailHint(form, client?.key ?? null)
  const phone = usePhoneField(form)
  const { submitLabel, busyLabel } = formLabels('client', isNew)
  // The browser would fill in the agent's own data.
  const noAutofill = { autoComplete: 'off' }
  return (
    <RecordForm form={form} label={label} className={styles.form}>
      <Card element="div" className={styles.fields}>
        <TextField {...form.field('first_name')} {...noAutofill} autoCapitalize="words" required />
        <TextField {...form.field('last_name')} {...noAutofill} autoCapitalize="words" required />
        <TextField {...form.field('email')} {...otherPersonEmailProps} hint={emailHint} required />
        <TextField {...phone} {...noAutofill} type="tel" />
        <SelectField {...form.field('category')}>
          {clientCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <TextArea {...form.field('notes')} className={styles.wide} />
      </Card>
      <BottomActions>
        <Button type="submit" variant="primary" busy={form.state === 'saving'} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </BottomActions>
    </RecordForm>
  )
}

type FormState = FormOfRecord<ClientFormValues, NewClientFields>

/** Returns a hint if another client has the email. Not an error: two people may share an email. */
function useEmailHint({ form, state }: FormState, clientKey: LocalKey | null): ReactNode {
  const email = useWatch({ control: form.control, name: 'email' })
  const other = useClientWithEmail(email, clientKey)
  if (other === null || state === 'saved') return undefined
  return (
    <output>
      <Link to="/clients/$clientId" params={{ clientId: recordIdInUrl(other) }}>
        {clientName(other)}
      </Link>{' '}
      already has this email. You can keep both.
    </output>
  )
}

/** Adds a hint if the number cannot be dialed: only from blur on, because every number is too short while it is typed. */
function usePhoneField({ form, field }: FormState) {
  const phone = field('phone_number')
  const typed = useWatch({ control: form.control, name: 'phone_number' })
  const [valueAtBlur, setValueAtBlur] = useState(typed)
  return {
    ...phone,
    hint: [valueAtBlur, typed].every(isUndialable)
      ? 'Fanlight can’t dial this, so Call and Text won’t show.'
      : undefined,
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      setValueAtBlur(event.currentTarget.value)
      void phone.onBlur(event)
    },
  }
}

function isUndialable(phone: string): boolean {
  return phone.trim() !== '' && !canBeCalled({ phone_number: phone })
}
