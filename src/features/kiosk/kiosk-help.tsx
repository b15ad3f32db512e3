import styles from './kiosk-help.module.css'

/** How to keep visitors inside the browser: no page can lock the tablet's own buttons. */
export function KioskHelp() {
  return (
    <div className={styles.help}>
      <p>Fanlight keeps visitors on their page. To keep them in the browser, lock the tablet itself:</p>
      <section>
        <h3>iPad: Guided Access</h3>
        <ol>
          <li>Once: in Settings, Accessibility, Guided Access, turn it on and set a passcode.</li>
          <li>Start here, then press the top button (or Home button) three times and choose Start.</li>
          <li>To end: press it three times again and enter the passcode.</li>
        </ol>
      </section>
      <section>
        <h3>Android: app pinning</h3>
        <ol>
          <li>Once: in Settings, Security, More security settings, App pinning, turn it on with “Ask for PIN”.</li>
          <li>Start here, open the app overview, tap this app’s icon and choose Pin.</li>
          <li>To end: hold Back and Overview together, or swipe up and hold.</li>
        </ol>
      </section>
      <p>Plug in the tablet. Its screen stays on while visitors use it.</p>
    </div>
  )
}
