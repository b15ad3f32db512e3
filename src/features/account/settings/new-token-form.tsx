import { type FormEvent, useRef, useState } from 'react'
import { createApiToken } from '#api/api-tokens.ts'
import type { ApiToken, ApiTokenScope } from '#core/contract/account.ts'
import { refusalInWords } from '#core/domain/account/account-messages.ts'
import { Button } from '#ui/basics/button.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import styles from './settings.module.css'

export const scopeWords: Readonly<Record<ApiTokenScope, string>> = { read: 'Read only', 'read-write': 'Read and write' }

export const notOffered = 'This server does not offer API tokens.'

/** Makes a token under a name; the token itself is shown once. */
export function NewTokenForm({ onMade }: { onMade: (token: ApiToken) => void }) {
  const [error, setError] = useState<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const name = fields.get('token-name')
    if (typeof name !== 'string' || name.trim() === '') return setError('Name is required.')
    setBusy(true)
    setError(undefined)
    const answer = await createApiToken({
      name: name.trim(),
      scope: fields.get('scope') === 'read' ? 'read' : 'read-write',
    })
    setBusy(false)
    if (!answer.ok) {
      return setError(refusalInWords(answer, ['name'], notOffered))
    }
    form.current?.reset()
    onMade(answer.value)
  }

  return (
    <form ref={form} className={styles.body} noValidate aria-label="New token" onSubmit={(event) => void create(event)}>
      <TextField
        label="Token Name"
        name="token-name"
        autoComplete="off"
        hint="What will use it."
        error={error}
        required
      />
      <SelectField label="Access" name="scope" defaultValue="read">
        {Object.entries(scopeWords).map(([scope, words]) => (
          <option key={scope} value={scope}>
            {words}
          </option>
        ))}
      </SelectField>
      <div className={styles.buttons}>
        <Button type="submit" busy={busy} busyLabel="Creating...">
          Create Token
        </Button>
      </div>
    </form>
  )
}
