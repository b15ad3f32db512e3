import { clientName } from '#core/domain/client-rules.ts'
import { Button } from './button.tsx'
import styles from './client-suggestions.module.css'

type Person = { key: string; first_name: string; last_name: string; email: string }

type ClientSuggestionsProps = {
  /** Whose address is offered. */
  clients: readonly Person[]
  /** Shown when there are none. */
  hint: string
  onChoose: (email: string) => void
}

/** The agent's own clients while an address is typed; one press puts theirs into the field. */
export function ClientSuggestions({ clients, hint, onChoose }: ClientSuggestionsProps) {
  if (clients.length === 0) return hint
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
