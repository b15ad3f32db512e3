import * as RadixTabs from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import segments from './segments.module.css'
import styles from './tabs.module.css'

type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode }

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onValueChange: (value: Value) => void
}

export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: TabsProps<Value>) {
  return (
    <RadixTabs.Root
      className={styles.tabs}
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next)
        if (tab) onValueChange(tab.value)
      }}
    >
      <RadixTabs.List className={segments.tray} aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} className={segments.segment} value={tab.value}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <RadixTabs.Content key={value} className={styles.panel} value={value}>
        {tabs.find((tab) => tab.value === value)?.content}
      </RadixTabs.Content>
    </RadixTabs.Root>
  )
}
