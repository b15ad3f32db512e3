import type { FieldWords } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

/** An agent's name, typed as it is: no phone begins it with a capital or corrects it. */
export function UsernameField({ defaultValue, ...words }: FieldWords & { defaultValue?: string | undefined }) {
  return (
    <TextField
      {...words}
      name="username"
      defaultValue={defaultValue}
      enterKeyHint="go"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  )
}
