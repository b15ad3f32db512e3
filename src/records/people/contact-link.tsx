import type { ReactNode } from 'react'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { contactLink } from '#core/domain/text/contact-links.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { offerToLog, type ContactMethod } from './log-offer.tsx'

type Contact = { name: string; email: string; phone_number?: string | undefined }

type ContactLinkProps = {
  by: ContactMethod
  /** The client in whose history it is logged. */
  client: ClientRow | undefined
  /** The person to reach, if that is not the client. */
  contact?: Contact
  className?: string
  /** The start of a text or an email. */
  words?: string
  subject?: string
  /** Runs in addition to the offer to log it. */
  onReach?: () => void
  label?: string
  children?: ReactNode
}

/** Opens a call, text or email, and offers to log it with a client; nothing if the contact cannot be reached this way. */
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
  const who = contact ?? (client && { ...client, name: clientName(client) })
  const address = who && contactLink(by, who, words, subject)
  if (!address) return null

  function reach() {
    if (client !== undefined) offerToLog(device, client, by)
    onReach?.()
  }

  return (
    <a href={address} className={className} aria-label={label ?? `${by} ${who.name}`} onClick={reach}>
      {children}
    </a>
  )
}
