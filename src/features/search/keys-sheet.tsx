import { chooseSingleKeys, usePreferences } from '#state/preferences.ts'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { SwitchField } from '#ui/fields/checkbox-field.tsx'
import { beginKeys, goKeys } from './keyboard-shortcuts.ts'
import styles from './search.module.css'

export function KeysSheet({ onClose }: { onClose: () => void }) {
  const { singleKeys } = usePreferences()
  return (
    <Sheet open title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        <Row keys={['Ctrl K', '⌘ K', '/']} what="Search everything" />
        <Row keys={['?']} what="This list" />
        {goKeys.map(({ key, name }) => (
          <Row key={key} keys={[`G then ${key.toUpperCase()}`]} what={name} />
        ))}
        {beginKeys.map(({ key, name }) => (
          <Row key={key} keys={[`N then ${key.toUpperCase()}`]} what={name} />
        ))}
        <Row keys={['M']} what="Move the calendar event in focus, or lengthen the tour stop" />
      </dl>
      <SwitchField
        label="Shortcuts without Ctrl"
        hint="Turn them off if you dictate or press keys by accident."
        checked={singleKeys}
        onChange={(event) => chooseSingleKeys(event.target.checked)}
      />
    </Sheet>
  )
}

function Row({ keys, what }: { keys: string[]; what: string }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  )
}
