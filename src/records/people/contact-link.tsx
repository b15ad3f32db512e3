import type { ReactNode } from 'react'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { contactLink } from '#core/domain/text/contact-links.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { offerToLog, type ContactMethod } from './log-offer.tsx'

type Contact = { name: string; email: string; phone_number?: string | undefined }

type ContactLinkProps = {
  by: ContactMethod
  /** In whose history it belongs. */
  client: ClientRow | undefined
  /** Who is reached, where that is not what the client's record says. */
  contact?: Contact
  className?: string
  /** What a text or an email begins with. */
  words?: string
  subject?: string
  /** Besides the offer to log it. */
  onReach?: () => void
  label?: string
  children?: ReactNode
}

/** Opens a call, a text or an email, and offers to log it with a client; nothing where there is no number to dial. */
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
