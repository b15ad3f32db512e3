import type { ReactNode } from 'react'
import styles from './choice-list.module.css'

export type Choice = {
  key: string
  label: ReactNode
  /** In smaller letters below it. */
  note?: string | undefined
  icon?: ReactNode
}

type ChoiceListProps = {
  id: string
  /** What is chosen among, such as 'Clients'. */
  label: string
  choices: readonly Choice[]
  /** The key of the one that Enter takes. */
  active: string | null
  onChoose: (key: string) => void
  className?: string | undefined
}

/** What a combobox offers; the keys and the focus are its field's. */
export function ChoiceList({ id, label, choices, active, onChoose, className = styles.floating }: ChoiceListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className={className}>
      {choices.map(({ key, label: words, note, icon }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are the input's
        <div
          key={key}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={key === active}
          className={styles.choice}
          // The field keeps the focus, and the keyboard of a phone stays where it is.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(key)}
        >
          {icon !== undefined && <span className={styles.icon}>{icon}</span>}
          <span className={styles.label}>{words}</span>
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </div>
      ))}
    </div>
  )
}

/** For `aria-activedescendant`. */
export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`
}

/** The key of the choice one step down or up from `place`, round the ends; -1 is before the first and after the last. */
export function choiceAfter(choices: readonly Choice[], place: number, step: number): string | null {
  const from = place === -1 && step < 0 ? 0 : place
  return choices[(from + step + choices.length) % choices.length]?.key ?? null
}
