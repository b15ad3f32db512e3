import { longestText } from '#core/contract/longest-text.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import styles from './question-card.module.css'
import { type QuestionProps, QuestionWords } from './question-words.tsx'

type OpenAnswerProps = Pick<QuestionProps, 'question' | 'isMissing' | 'onAnswer'> & { text: string }

/** An answer in one's own words. */
export function OpenAnswer({ question, text, isMissing, onAnswer }: OpenAnswerProps) {
  return (
    <div className={styles.question} data-missing={isMissing || undefined}>
      <TextArea
        className={styles.open}
        label={<QuestionWords question={question} isMissing={isMissing} />}
        rows={4}
        maxLength={longestText}
        // Nothing of an earlier visitor may be offered.
        autoComplete="off"
        value={text}
        onChange={(event) => onAnswer(event.target.value, true)}
        onBlur={(event) => event.target.value !== '' && onAnswer(event.target.value)}
      />
    </div>
  )
}
