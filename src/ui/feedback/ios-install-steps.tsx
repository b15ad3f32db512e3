import styles from './ios-install-steps.module.css'

/** Why it matters on an iPhone or iPad, and how it is done there: Safari cannot be asked to install (fault A12). */
export function IosInstallSteps() {
  return (
    <>
      <p className={styles.why}>
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
