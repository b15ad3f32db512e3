import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { type Choice, choiceAfter, ChoiceList, optionId } from './choice-list.tsx'
import { Field, type FieldWords } from './field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

type ComboFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, keyof FieldWords | 'children'> & {
    /** What fits what is typed; anything else may be typed all the same. */
    choices: readonly Choice[]
    /** What is chosen among, such as 'Clients'. */
    choicesLabel: string
    onChoose: (key: string) => void
  }

/**
 * A line of text with choices below it: arrows and Enter, or a press, take one (the ARIA combobox pattern). They stay when the
 * focus leaves, so that what stands below does not move away from under a finger.
 */
export function ComboField(props: ComboFieldProps) {
  const { label, hint, error, id, className, choices, choicesLabel, onChoose, onKeyDown, onInput, ...input } = props
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const shown = isOpen ? choices : []
  const place = shown.findIndex(({ key }) => key === active)

  function choose(key: string): void {
    setIsOpen(false)
    setActive(null)
    onChoose(key)
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = shown[place]
    if (step !== undefined && choices.length > 0) {
      setIsOpen(true)
      setActive(choiceAfter(choices, place, step))
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
            aria-activedescendant={place === -1 ? undefined : optionId(listId, place)}
            onKeyDown={press}
            onInput={(event) => {
              setIsOpen(true)
              setActive(null)
              onInput?.(event)
            }}
          />
          <span aria-live="polite">
            <VisuallyHidden>{shown.length > 0 && countInWords(shown.length)}</VisuallyHidden>
          </span>
          {shown.length > 0 && (
            <ChoiceList id={listId} label={choicesLabel} choices={shown} active={active} onChoose={choose} />
          )}
        </>
      )}
    </Field>
  )
}

function countInWords(count: number): string {
  return count === 1 ? 'One suggestion.' : `${count} suggestions.`
}
