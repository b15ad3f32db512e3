import { requestSignOut } from '#state/sign-out.ts'
import { useSession } from '#state/session.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import styles from './settings.module.css'

export function SignOutCard() {
  const username = useSession((session) => session.user?.username)
  return (
    <Card title="Log out">
      <div className={styles.body}>
        <p className={styles.note}>
          Removes the data of {username} from this device, once all of it has reached the server. Unsent changes are
          never dropped without asking.
        </p>
        <div className={styles.buttons}>
          <Button onClick={requestSignOut}>Log out</Button>
        </div>
      </div>
    </Card>
  )
}
