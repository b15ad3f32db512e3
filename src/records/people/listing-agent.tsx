import type { ListedBy } from '#core/contract/listing.ts'
import { canBeCalled } from '#core/domain/text/contact-links.ts'
import { type AgentMessage, contactOfAgent, listingAgentText } from '#core/domain/homes/listing-agent-messages.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { resolveLocalKey } from '#storage/database/resolve-local-key.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import styles from './people.module.css'
import { ContactLink } from './contact-link.tsx'

/** The listing agent with *Call*, *Text* and *Email*; renders nothing if there is neither a phone nor an email. */
export function ListingAgent({ agent, isQuiet = false }: { agent: ListedBy; isQuiet?: boolean }) {
  const contact = contactOfAgent(agent)
  if (!canBeCalled(contact) && agent.email.trim() === '') return null
  return (
    <p className={styles.agent} data-off-paper>
      <span className={styles.agentWho}>
        <span className={styles.role}>Listing agent</span> {listingAgentText(agent)}
      </span>
      <ListingAgentContactActions agent={agent} isQuiet={isQuiet} />
    </p>
  )
}

/** *Call* and *Text* if there is a phone, *Email* if there is an email. */
export function ListingAgentContactActions({ agent, isQuiet = false }: { agent: ListedBy; isQuiet?: boolean }) {
  const contact = contactOfAgent(agent)
  const className = buttonClass({ variant: isQuiet ? 'quiet' : 'secondary' })
  return (
    <span className={styles.agentWays} data-quiet={isQuiet || undefined}>
      {(['Call', 'Text', 'Email'] as const).map((by) => (
        <ContactLink key={by} by={by} client={undefined} contact={contact} className={className} />
      ))}
    </span>
  )
}

/** The listing agent of a home to show, read by the listing's id or key; renders nothing for other listings. */
export function AgentOfListing({ listing }: { listing: number | LocalKey | null | undefined }) {
  const { database } = useDevice()
  const agent = useLiveQuery(async () => {
    if (listing === null || listing === undefined) return null
    return (await database.listings.get(await resolveLocalKey(database, 'listing', String(listing))))?.listed_by ?? null
  }, [database, listing])
  return agent ? <ListingAgent agent={agent} /> : null
}

type AgentMessagesProps = { messages: readonly AgentMessage[]; onSend?: (message: AgentMessage) => void }

/** Prepared messages to listing agents. The agent (the user) reads each one and sends it from the phone's own app. */
export function AgentMessages({ messages, onSend }: AgentMessagesProps) {
  return messages.map((message) => {
    const { agent, by, words, subject } = message
    const contact = contactOfAgent(agent)
    return (
      <div key={`${agent.phone} ${agent.email}`} className={styles.message}>
        <p className={styles.words}>“{words}”</p>
        <ContactLink
          {...{ by, contact, words, subject }}
          client={undefined}
          className={buttonClass({ size: 'large' })}
          onReach={() => onSend?.(message)}
        >
          {by} {contact.name}
        </ContactLink>
      </div>
    )
  })
}
