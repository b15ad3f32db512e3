import { type ReactNode, useState } from 'react'
import { type FieldPath, type FieldPathValue, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { emailAddress } from '#core/contract/fields.ts'
import { clientName, isSameEmail } from '#core/domain/clients/client-rules.ts'
import { emailAsClient } from '#core/domain/clients/visitor-as-client.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { useClientSuggestions } from '#storage/reading/use-people.ts'
import { ComboField, type Choice } from '#ui/fields/combo-field.tsx'
import { otherPersonEmailProps } from '#ui/fields/field.tsx'
import type { FormValues } from '#ui/form/use-form-draft.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { addRecord, clientFormValue } from '#records/saving/commands.ts'
import { failureMessageOf } from '#records/record-labels.ts'
import { showSavedToast, showFailureToast } from '#records/saving/save-with-undo.ts'

/** `client` is the id or local key of the picked client, or '': an email is not enough, because two clients may share it. */
type PersonValues = FormValues & { client_email: string; client: string }

type ClientFieldProps<Values extends PersonValues, Parsed> = {
  form: RecordForm<Values, Parsed>
  /** Shown while the email belongs to no client. */
  hint?: ReactNode
  className?: string | undefined
}

/** The *Client Email* of a form: finds clients by name, email or number, and accepts any email. */
export function ClientField<Values extends PersonValues, Parsed>(props: ClientFieldProps<Values, Parsed>) {
  const { form, hint, className } = props
  const device = useDevice()
  const [opId, setOpId] = useState(device.ids.uuid)
  const watched = useWatch({ control: form.form.control, name: ['client_email', 'client'] as FieldPath<Values>[] })
  const [typed = '', picked = ''] = watched as string[]
  const found = useClientSuggestions(typed)
  const withEmail = found.filter(({ email }) => isSameEmail(email, typed))
  const person = withEmail.find((client) => isPicked(client, picked)) ?? withEmail[0]
  const isNew = withEmail.length === 0 && v.is(emailAddress(), typed.trim())

  function set(name: 'client_email' | 'client', value: string): void {
    const checks = { shouldDirty: true, shouldValidate: form.submitCount > 0 }
    form.form.setValue(name as string as FieldPath<Values>, value as FieldPathValue<Values, FieldPath<Values>>, checks)
  }

  async function addTyped(): Promise<void> {
    const client = emailAsClient(typed.trim())
    try {
      const shown = { created_at: new Date(device.clock.now()).toISOString() } // until the server's copy arrives
      const { key } = await addRecord(device, 'client', { opId, changes: client, shown })
      setOpId(device.ids.uuid())
      set('client', key)
      showSavedToast({ entity: 'client', key, isNew: true, name: clientName(client) })
    } catch (error) {
      showFailureToast(failureMessageOf('client', 'create'), error)
    }
  }

  function choose(key: string): void {
    if (key === addKey) return void addTyped()
    const client = found.find((candidate) => candidate.key === key)
    if (client === undefined) return
    set('client', clientFormValue(client.id ?? client.key))
    set('client_email', client.email)
  }

  const choices: Choice[] = withEmail.length === 1 ? [] : found.map(asChoice)
  if (isNew) choices.push({ key: addKey, label: `Add “${typed.trim()}” as a client` })
  return (
    <ComboField
      {...form.field('client_email')}
      {...otherPersonEmailProps}
      // It also finds clients by name or number, so the browser must not treat it as an email field.
      type="text"
      inputMode="email"
      className={className}
      hint={person === undefined ? hint : clientName(person)}
      choices={choices}
      choicesLabel="Clients"
      onChoose={choose}
      required
    />
  )
}

const addKey = 'add'

function asChoice(client: ClientRow): Choice {
  const name = clientName(client)
  return { key: client.key, label: name, note: [client.email, client.phone_number].filter(Boolean).join(' · ') }
}

function isPicked(client: ClientRow, picked: string): boolean {
  return picked !== '' && (client.key === picked || String(client.id) === picked)
}

/** `person` is the field's text; `client` is the id or local key of the picked client, or ''. */
type PickedValues = FormValues & { person: string; client: string }

type PersonFieldProps<Values extends PickedValues, Parsed> = {
  form: RecordForm<Values, Parsed>
  className?: string | undefined
}

/** Finds a client by name, email or number, for a record without an email of its own. */
export function PersonField<Values extends PickedValues, Parsed>({
  form,
  className,
}: PersonFieldProps<Values, Parsed>) {
  const watched = useWatch({ control: form.form.control, name: ['person', 'client'] as FieldPath<Values>[] })
  const [typed = '', picked = ''] = watched as string[]
  const found = useClientSuggestions(picked === '' ? typed : '')

  function set(name: 'person' | 'client', value: string): void {
    const checks = { shouldDirty: true, shouldValidate: form.submitCount > 0 }
    form.form.setValue(name as string as FieldPath<Values>, value as FieldPathValue<Values, FieldPath<Values>>, checks)
  }

  return (
    <ComboField
      {...form.field('person')}
      className={className}
      autoCapitalize="words"
      spellCheck={false}
      choices={found.map(asChoice)}
      choicesLabel="Clients"
      // A typed text names another person than the client who was picked.
      onInput={() => set('client', '')}
      onChoose={(key) => {
        const client = found.find((candidate) => candidate.key === key)
        if (client === undefined) return
        set('client', clientFormValue(client.id ?? client.key))
        set('person', clientName(client))
      }}
    />
  )
}
