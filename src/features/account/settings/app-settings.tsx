import { useConnection } from '#state/connection.ts'
import { install, useInstallPrompt } from '#state/install-prompt.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { IosInstallSteps } from '#ui/feedback/install-card.tsx'
import styles from './settings.module.css'
import { chooseTheme, collapseSidebar, usePreferences, type Theme } from '#state/preferences.ts'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { SwitchField } from '#ui/fields/checkbox-field.tsx'
import { useMediaQuery } from '#ui/hooks/use-media.ts'

export function InstallSettings() {
  const { installMethod } = useInstallPrompt()
  const unsentCount = useConnection(({ waitingCount, needsAgentCount }) => waitingCount + needsAgentCount)
  return (
    <Card title="Install">
      <div className={styles.body}>
        {installMethod === 'installed' && <p>Fanlight is installed on this device.</p>}
        {installMethod === 'prompt' && (
          <>
            <p>Opens without a signal and keeps your photos.</p>
            <div className={styles.buttons}>
              <Button onClick={() => void install()}>Install</Button>
            </div>
          </>
        )}
        {installMethod === 'ios-steps' && unsentCount > 0 && (
          // On iOS the installed app has its own storage, without the unsent changes (fault A13).
          <p>Send unsent changes first: the installed app starts empty and downloads everything from the server.</p>
        )}
        {installMethod === 'ios-steps' && unsentCount === 0 && <IosInstallSteps />}
        {installMethod === 'none' && <p>Look in this browser’s menu. Not every browser can install apps.</p>}
      </div>
    </Card>
  )
}

const themeOptions: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

export function AppearanceCard() {
  const { theme, sidebarCollapsed } = usePreferences()
  // Narrower screens have a bottom bar, which always shows names.
  const isAtDesk = useMediaQuery('(min-width: 1024px)')
  return (
    <Card title="Appearance">
      <div className={styles.body}>
        <SegmentedFilter label="Theme" options={themeOptions} value={theme} onChange={chooseTheme} />
        {isAtDesk && (
          <SwitchField
            label="Only icons in the navigation"
            checked={sidebarCollapsed}
            onChange={(event) => collapseSidebar(event.target.checked)}
          />
        )}
      </div>
    </Card>
  )
}
