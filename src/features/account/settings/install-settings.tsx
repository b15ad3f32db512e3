import { useConnection } from '#state/connection.ts'
import { install, useInstallPrompt } from '#state/install-prompt.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { IosInstallSteps } from '#ui/feedback/ios-install-steps.tsx'
import styles from './settings.module.css'

/** How the app gets onto this device's home screen. */
export function InstallSettings() {
  const { way } = useInstallPrompt()
  const unsent = useConnection(({ waiting, needsYou }) => waiting + needsYou)
  return (
    <Card title="Install">
      <div className={styles.body}>
        {way === 'installed' && <p>Fanlight is installed on this device.</p>}
        {way === 'prompt' && (
          <>
            <p>Opens without a signal and keeps your photos.</p>
            <div className={styles.buttons}>
              <Button onClick={() => void install()}>Install</Button>
            </div>
          </>
        )}
        {way === 'ios-steps' && unsent > 0 && (
          // The installed app has a storage of its own there and would not find them (fault A13).
          <p>Send unsent changes first: the installed app starts empty and downloads everything from the server.</p>
        )}
        {way === 'ios-steps' && unsent === 0 && <IosInstallSteps />}
        {way === 'none' && <p>Look in this browser’s menu. Not every browser can install apps.</p>}
      </div>
    </Card>
  )
}
