import type { Choice } from '#core/contract/survey.ts'
import { choiceValue, endInWords } from '#core/survey/choice-value.ts'
import styles from './question-card.module.css'

type ScaleProps = {
  name: string
  choices: readonly Choice[]
  /** The chosen value; empty when there is none. */
  chosen: string
  isRequired: boolean
  onChoose: (value: string) => void
}

/** A row of points; what the two ends mean stands below them. */
export function Scale({ name, choices, chosen, isRequired, onChoose }: ScaleProps) {
  const ends = [choices[0], choices.at(-1)].map((choice) =>
    choice === undefined ? '' : endInWords(choiceValue(choice), choice.choice_text),
  )
  return (
    <>
      <div className={styles.scale}>
        {choices.map((choice) => {
          const value = choiceValue(choice)
          return (
            <label key={choice.choice_id} className={styles.point}>
              <input
                type="radio"
                name={name}
                value={value}
                aria-label={endInWords(value, choice.choice_text) || value}
                required={isRequired}
                checked={chosen === value}
                onChange={() => onChoose(value)}
              />
              {value}
            </label>
          )
        })}
      </div>
      {ends.some((end) => end !== '') && (
        <p className={styles.ends} aria-hidden>
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </p>
      )}
    </>
  )
}
