import { chooseTheme, collapseSidebar, usePreferences, type Theme } from '#state/preferences.ts'
import { Card } from '#ui/layout/card.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { SwitchField } from '#ui/fields/switch-field.tsx'
import { useMedia } from '#ui/hooks/use-media.ts'
import styles from './settings.module.css'

const choices: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

export function AppearanceCard() {
  const { theme, sidebarCollapsed } = usePreferences()
  // The bar at the bottom of a phone has names under its icons.
  const isAtDesk = useMedia('(min-width: 1024px)')
  return (
    <Card title="Appearance">
      <div className={styles.body}>
        <SegmentedFilter label="Theme" options={choices} value={theme} onChange={chooseTheme} />
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
