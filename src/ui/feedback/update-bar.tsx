import { Button } from '#ui/basics/button.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { CloseIcon, SparklesIcon } from '#ui/icons/icon.tsx'
import styles from './update-bar.module.css'

type UpdateBarProps = {
  isUpdating: boolean
  onUpdate: () => void
  onLater: () => void
}

/** Lets the agent decide when to update: a page that the agent sees is not reloaded without consent. */
export function UpdateBar({ isUpdating, onUpdate, onLater }: UpdateBarProps) {
  return (
    <div className={styles.bar} role="status">
      <SparklesIcon size={22} />
      <p className={styles.words}>A new version is ready. Your drafts stay.</p>
      <Button className={styles.update} busy={isUpdating} busyLabel="Updating..." onClick={onUpdate}>
        Update
      </Button>
      <IconButton className={styles.later} label="Later" onClick={onLater}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}
