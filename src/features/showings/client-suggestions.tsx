import { clientName } from '#core/domain/client-rules.ts'
import { Button } from '#ui/button.tsx'
import styles from './client-suggestions.module.css'
import { useClientSuggestions } from './showings-queries.ts'

type ClientSuggestionsProps = {
  typed: string
  onChoose: (email: string) => void
}

/** The agent's own clients while an address is typed; one press puts theirs into the field. */
export function ClientSuggestions({ typed, onChoose }: ClientSuggestionsProps) {
  const clients = useClientSuggestions(typed)
  if (clients.length === 0) return 'The e-mail of whoever comes.'
  return (
    <span className={styles.suggestions}>
      {clients.map((client) => (
        <Button
          key={client.key}
          className={styles.suggestion}
          aria-label={`Use ${clientName(client)}, ${client.email}`}
          onClick={() => onChoose(client.email)}
        >
          <span className={styles.words}>
            {clientName(client)}
            <span className={styles.email}>{client.email}</span>
          </span>
        </Button>
      ))}
    </span>
  )
}
