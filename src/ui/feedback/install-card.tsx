import { BrandMark } from '#ui/icons/icon.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import styles from './install-card.module.css'

type InstallCardProps = {
  /** Omitted where the browser has no install prompt, as on iOS; written steps are shown instead. */
  onInstall?: (() => void) | undefined
  onDismiss: () => void
}

export function InstallCard({ onInstall, onDismiss }: InstallCardProps) {
  return (
    <Card className={styles.card} aria-label="Install Fanlight">
      <div className={styles.offer}>
        <BrandMark size={60} />
        <div>
          <h3>Keep Fanlight on your home screen</h3>
          <p className={styles.why}>Opens without a signal and keeps your photos.</p>
        </div>
      </div>
      {onInstall === undefined && <IosInstallSteps />}
      <div className={styles.actions}>
        {onInstall && (
          <Button variant="primary" onClick={onInstall}>
            Install
          </Button>
        )}
        <Button variant="quiet" onClick={onDismiss}>
          Not Now
        </Button>
      </div>
    </Card>
  )
}

/** Why and how to install on an iPhone or iPad, where there is no install prompt (fault A12). */
export function IosInstallSteps() {
  return (
    <>
      <p className={styles.stepsWhy}>
        Safari deletes what a website keeps on this device after seven days without a visit. The app on your home screen
        has its own storage, which Safari leaves alone.
      </p>
      <ol className={styles.steps}>
        <li>Tap Share in the browser’s toolbar. If you don’t see it, tap More (•••) first.</li>
        <li>Scroll down and choose Add to Home Screen, then Add.</li>
        <li>Open Fanlight from your home screen and log in. It fetches everything from the server.</li>
      </ol>
    </>
  )
}
