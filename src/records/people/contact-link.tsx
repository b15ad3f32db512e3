import type { ReactNode } from 'react'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { contactLink } from '#core/domain/text/contact-links.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { offerToLog, type ContactMethod } from './log-offer.tsx'

type Contact = { name: string; email: string; phone_number?: string | undefined }

type ContactLinkProps = {
  by: ContactMethod
  /** The client in whose history the contact can be logged. */
  client: ClientRow | undefined
  /** The person to contact, if that is not the client. */
  contact?: Contact
  className?: string
  /** The first words of a text or an email. */
  words?: string
  subject?: string
  /** Called when the link is pressed, after the offer to log the contact. */
  onReach?: () => void
  label?: string
  children?: ReactNode
}

/**
 * A link that starts a call, text or email and offers to log it with the client. Renders nothing if the person cannot
 * be reached this way.
 */
export function ContactLink({
  by,
  client,
  contact,
  className,
  words,
  subject,
  onReach,
  label,
  children = by,
}: ContactLinkProps) {
  const device = useDevice()
  const person = contact ?? (client && { ...client, name: clientName(client) })
  const address = person && contactLink(by, person, words, subject)
  if (!address) return null

  function handlePress() {
    if (client !== undefined) offerToLog(device, client, by)
    onReach?.()
  }

  return (
    <a href={address} className={className} aria-label={label ?? `${by} ${person.name}`} onClick={handlePress}>
      {children}
    </a>
  )
}
