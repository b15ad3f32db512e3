import { mailLink, telephoneLink } from '#core/domain/text/contact-links.ts'
import { agentAsRealtor, realtorInitials } from '#core/domain/account/realtor-name.ts'
import { useSession } from '#state/session.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { Avatar } from '#ui/basics/avatar.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmailText } from '#ui/basics/email-text.tsx'
import { MailIcon, PhoneIcon } from '#ui/icons/icon.tsx'
import styles from './realtor-card.module.css'

/** Who sells this listing and how to reach them. */
export function RealtorCard({ realtor }: { realtor: NonNullable<ListingRow['realtor']> | null }) {
  // What is known of others is what the listing says.
  const agent = useSession(({ user }) => (user?.email === realtor?.email ? user : null))
  const { name = '', email = '', phone = '' } = agent === null ? (realtor ?? {}) : agentAsRealtor(agent)
  const license = agent?.license_number.trim() ?? ''
  const dial = telephoneLink(phone)
  const isKnown = [name, email, phone].some((text) => text !== '')
  return (
    <Card title="Realtor Information">
      {isKnown ? (
        <div className={styles.realtor}>
          <div className={styles.who}>
            {name !== '' && <Avatar initials={realtorInitials(name)} />}
            <div>
              {name !== '' && <p className={styles.name}>{name}</p>}
              {license !== '' && <p>License {license}</p>}
            </div>
          </div>
          {email !== '' && (
            <a className={buttonClass()} href={mailLink(email)} data-printed>
              <MailIcon size={18} />
              <span className={styles.contact}>
                <EmailText>{email}</EmailText>
              </span>
            </a>
          )}
          {dial === null ? (
            phone !== '' && <p className={styles.contact}>{phone}</p>
          ) : (
            <a className={buttonClass()} href={dial} data-printed>
              <PhoneIcon size={18} />
              <span className={styles.contact}>{phone}</span>
            </a>
          )}
        </div>
      ) : (
        <p className={styles.none}>No realtor information available</p>
      )}
    </Card>
  )
}
