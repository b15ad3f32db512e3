import { chooseSingleKeys, usePreferences } from '#state/preferences.ts'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { SwitchField } from '#ui/fields/checkbox-field.tsx'
import { createKeys, goKeys } from './keyboard-shortcuts.ts'
import styles from './search.module.css'

export function KeysSheet({ onClose }: { onClose: () => void }) {
  const { hasSingleKeyShortcuts } = usePreferences()
  return (
    <Sheet open title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        <Row keys={['Ctrl K', '⌘ K', '/']} action="Search everything" />
        <Row keys={['?']} action="This list" />
        {goKeys.map(({ key, name }) => (
          <Row key={key} keys={[`G then ${key.toUpperCase()}`]} action={name} />
        ))}
        {createKeys.map(({ key, name }) => (
          <Row key={key} keys={[`N then ${key.toUpperCase()}`]} action={name} />
        ))}
        <Row keys={['M']} action="Move the calendar event in focus, or lengthen the tour stop" />
      </dl>
      <SwitchField
        label="Shortcuts without Ctrl"
        hint="Turn them off if you dictate or press keys by accident."
        checked={hasSingleKeyShortcuts}
        onChange={(event) => chooseSingleKeys(event.target.checked)}
      />
    </Sheet>
  )
}

function Row({ keys, action }: { keys: string[]; action: string }) {
  return (
    <div>
      <dt>{action}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  )
}
