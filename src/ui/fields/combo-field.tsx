import { type ComponentProps, type KeyboardEvent, useId, useState, type ReactNode } from 'react'
import { Field, type FieldWords } from './field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './combo-field.module.css'

type ComboFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, keyof FieldWords | 'children'> & {
    /** Suggestions for the typed text; any other text is allowed, too. */
    choices: readonly Choice[]
    choicesLabel: string
    onChoose: (key: string) => void
  }

/** A text field with suggestions (ARIA combobox). The list stays open on blur: closing it would move the page under a finger. */
export function ComboField(props: ComboFieldProps) {
  const { label, hint, error, id, className, choices, choicesLabel, onChoose, onKeyDown, onInput, ...input } = props
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const shown = isOpen ? choices : []
  const index = shown.findIndex(({ key }) => key === active)

  function choose(key: string): void {
    setIsOpen(false)
    setActive(null)
    onChoose(key)
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = shown[index]
    if (step !== undefined && choices.length > 0) {
      setIsOpen(true)
      setActive(choiceAfter(choices, index, step))
    } else if (event.key === 'Enter' && chosen !== undefined) choose(chosen.key)
    else if (event.key === 'Escape' && shown.length > 0) setIsOpen(false)
    else return onKeyDown?.(event)
    event.preventDefault()
  }

  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <>
          <input
            {...input}
            {...control}
            type={input.type ?? 'text'}
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={shown.length > 0}
            aria-controls={shown.length > 0 ? listId : undefined}
            aria-activedescendant={index === -1 ? undefined : optionId(listId, index)}
            onKeyDown={press}
            onInput={(event) => {
              setIsOpen(true)
              setActive(null)
              onInput?.(event)
            }}
          />
          <span aria-live="polite">
            <VisuallyHidden>{shown.length > 0 && countLabel(shown.length)}</VisuallyHidden>
          </span>
          {shown.length > 0 && (
            <ChoiceList id={listId} label={choicesLabel} choices={shown} active={active} onChoose={choose} />
          )}
        </>
      )}
    </Field>
  )
}

function countLabel(count: number): string {
  return count === 1 ? 'One suggestion.' : `${count} suggestions.`
}

export type Choice = {
  key: string
  label: ReactNode
  note?: string | undefined
  icon?: ReactNode
}

type ChoiceListProps = {
  id: string
  label: string
  choices: readonly Choice[]
  /** Key of the choice that Enter selects. */
  active: string | null
  onChoose: (key: string) => void
  className?: string | undefined
}

export function ChoiceList({ id, label, choices, active, onChoose, className = styles.floating }: ChoiceListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className={className}>
      {choices.map(({ key, label: words, note, icon }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
        <div
          key={key}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={key === active}
          className={styles.choice}
          // The focus stays in the field, so that a phone's keyboard does not close.
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

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** Returns the key of the choice one `step` (1 or -1) away, wrapping around; `index` is -1 if none is active. */
export function choiceAfter(choices: readonly Choice[], index: number, step: number): string | null {
  const from = index === -1 && step < 0 ? 0 : index
  return choices[(from + step + choices.length) % choices.length]?.key ?? null
}
