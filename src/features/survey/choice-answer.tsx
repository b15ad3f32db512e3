import type { Choice } from '#core/contract/survey.ts'
import { choiceValue } from '#core/survey/choice-value.ts'
import styles from './question-card.module.css'

type ChoiceListProps = {
  name: string
  kind: 'radio' | 'checkbox'
  choices: readonly Choice[]
  /** The values that are chosen. */
  chosen: readonly string[]
  isRequired?: boolean
  onChoose: (value: string) => void
}

/** One or several of these; the whole row takes the press. */
export function ChoiceList({ name, kind, choices, chosen, isRequired = false, onChoose }: ChoiceListProps) {
  return (
    <div className={styles.options}>
      {choices.map((choice) => {
        const value = choiceValue(choice)
        return (
          <label key={choice.choice_id} className={styles.option}>
            <input
              type={kind}
              name={name}
              value={value}
              required={isRequired}
              checked={chosen.includes(value)}
              onChange={() => onChoose(value)}
            />
            {choice.choice_text}
          </label>
        )
      })}
    </div>
  )
}
