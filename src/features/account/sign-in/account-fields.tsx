import { passwordsDiffer, passwordTooShort } from '#core/domain/account/account-messages.ts'
import { TextField, type FieldWords, PasswordField } from '#ui/fields/field.tsx'

type NewPasswordFieldsProps = {
  labels: { password: string; confirmPassword: string }
  /** What stands beside the field. */
  mark: (name: string) => string | undefined
}

/** A password that is being chosen, typed twice: the fields `password` and `confirmPassword`. */
export function NewPasswordFields({ labels, mark }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={labels.password}
        name="password"
        error={mark('password')}
        autoComplete="new-password"
        hint="At least 8 characters."
        required
      />
      <PasswordField
        label={labels.confirmPassword}
        name="confirmPassword"
        error={mark('confirmPassword')}
        autoComplete="new-password"
        required
      />
    </>
  )
}

/** What stands beside these fields for a problem of theirs that the form found itself; null for any other problem. */
export function marksOfNewPassword(problem: string): Record<string, string> | null {
  if (problem === passwordsDiffer) return { confirmPassword: 'Type the same password again.' }
  if (problem === passwordTooShort) return { password: 'Choose a longer one.' }
  return null
}

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
