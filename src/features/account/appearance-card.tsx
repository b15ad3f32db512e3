import { chooseTheme, collapseSidebar, usePreferences, type Theme } from '#state/preferences.ts'
import { Card } from '#ui/card.tsx'
import { SegmentedFilter } from '#ui/segmented-filter.tsx'
import { SwitchField } from '#ui/switch-field.tsx'
import styles from './settings.module.css'

const choices: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

export function AppearanceCard() {
  const { theme, sidebarCollapsed } = usePreferences()
  return (
    <Card title="Appearance">
      <div className={styles.body}>
        <SegmentedFilter label="Theme" options={choices} value={theme} onChange={chooseTheme} />
        <SwitchField
          label="Only icons in the navigation"
          hint="On a desktop."
          checked={sidebarCollapsed}
          onChange={(event) => collapseSidebar(event.target.checked)}
        />
      </div>
    </Card>
  )
}
