import { BrandMark } from '#ui/icons/brand-mark.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import styles from './install-card.module.css'
import { IosInstallSteps } from './ios-install-steps.tsx'

type InstallCardProps = {
  /** Left out where the browser cannot be asked, as on iOS; where written steps take its place. */
  onInstall?: (() => void) | undefined
  onDismiss: () => void
}

/** Offers the home screen, once, after the first saved record. */
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
