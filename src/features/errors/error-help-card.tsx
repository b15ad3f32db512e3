import { Card } from '#ui/layout/card.tsx'
import { ErrorHelpButtons } from './error-help-buttons.tsx'
import styles from './error-help-card.module.css'

/** The way to report a problem, without waiting for a screen to fail. */
export function ErrorHelpCard() {
  return (
    <Card title="If something goes wrong">
      <div className={styles.body}>
        <p className={styles.note}>
          The log holds the latest 50 errors since this browser was opened, without names, emails or phone numbers.
        </p>
        <div className={styles.buttons}>
          <ErrorHelpButtons />
        </div>
      </div>
    </Card>
  )
}
