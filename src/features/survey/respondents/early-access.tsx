import { Card } from '#ui/layout/card.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type EarlyAccessProps = {
  email: string
  isWrong: boolean
  onChange: (email: string) => void
}

/** The last thing before Submit Survey; most leave it empty. */
export function EarlyAccess({ email, isWrong, onChange }: EarlyAccessProps) {
  return (
    <Card title="Early Access (Optional)">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        // On a shared tablet the browser must not offer the address of an earlier respondent.
        autoComplete="off"
        maxLength={254}
        hint="Leave it empty to stay anonymous."
        error={isWrong ? 'Enter a valid email address.' : undefined}
        value={email}
        onChange={(event) => onChange(event.target.value)}
      />
    </Card>
  )
}
