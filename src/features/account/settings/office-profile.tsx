import type { User } from '#core/contract/account.ts'
import { Card } from '#ui/layout/card.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import styles from './settings.module.css'

/** The profile on a server with only the specification's calls, none of which changes it. */
export function OfficeProfile({ user }: { user: User }) {
  const facts: [string, string][] = [
    ['Name', `${user.first_name} ${user.last_name}`.trim()],
    ['Email', user.email],
    ['License Number', user.license_number],
    ['Phone Number', user.phone_number],
    ['Username', user.username],
  ]
  return (
    <Card title="Profile">
      <div className={styles.fields}>
        <Facts facts={facts.filter(([, value]) => value !== '')} />
        <p className={styles.note}>
          Your office’s server manages accounts. Ask your office to change your profile or password, or to close your
          account.
        </p>
      </div>
    </Card>
  )
}
