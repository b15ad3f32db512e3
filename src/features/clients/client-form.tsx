import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { clientCategories } from '#core/contract/client.ts'
import type { NewClient } from '#core/contract/client.ts'
import { clientName } from '#core/domain/client-rules.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { emailOfAnother } from '#ui/email-of-another.ts'
import { RecordForm } from '#ui/form/record-form.tsx'
import type { RecordForm as RecordFormState } from '#ui/form/use-record-form.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ThumbBar } from '#ui/thumb-bar.tsx'
import { clientAddress } from './client-address.ts'
import type { ClientFormValues } from './client-form-values.ts'
import styles from './client-form.module.css'
import { useClientWithEmail } from './client-queries.ts'

type ClientFormProps = {
  form: RecordFormState<ClientFormValues, NewClient>
  /** The form's accessible name. */
  label: string
  /** Whose form it is; null for somebody new. */
  clientKey: LocalKey | null
  submitLabel: string
  busyLabel: string
}

/** The fields of a client, for somebody new and for somebody known. */
export function ClientForm({ form, label, clientKey, submitLabel, busyLabel }: ClientFormProps) {
  const knownEmail = useKnownEmail(form, clientKey)
  // The other person's data: what the browser knows about the agent must not be filled in.
  const foreign = { autoComplete: 'off' }
  return (
    <RecordForm form={form} label={label}>
      <Card element="div" className={styles.fields}>
        <TextField {...form.field('first_name')} {...foreign} autoCapitalize="words" required />
        <TextField {...form.field('last_name')} {...foreign} autoCapitalize="words" required />
        <TextField {...form.field('email')} {...emailOfAnother} hint={knownEmail} required />
        <TextField {...form.field('phone_number')} {...foreign} type="tel" />
        <SelectField {...form.field('category')}>
          {clientCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <TextArea {...form.field('notes')} className={styles.wide} />
      </Card>
      <ThumbBar>
        <Button type="submit" variant="primary" busy={form.state === 'saving'} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </ThumbBar>
    </RecordForm>
  )
}

/** A hint, never a refusal: two people may share one address, and only the agent knows. */
function useKnownEmail({ form, state }: ClientFormProps['form'], clientKey: LocalKey | null): ReactNode {
  const email = useWatch({ control: form.control, name: 'email' })
  const known = useClientWithEmail(email, clientKey)
  if (known === null || state === 'saved') return undefined
  return (
    <output>
      You already have a client with this address:{' '}
      <Link to="/clients/$clientId" params={{ clientId: clientAddress(known) }}>
        {clientName(known)}
      </Link>
    </output>
  )
}
