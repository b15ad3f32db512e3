import type { Question } from '#core/contract/survey.ts'
import type { Answer } from '#core/contract/survey-answers.ts'
import { mustBeAnswered } from '#core/survey/required-answers.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './question-card.module.css'

export type QuestionProps = {
  question: Question
  /** Undefined until there is one. */
  answer: Answer | undefined
  /** Required, and Next was pressed without an answer. */
  isMissing: boolean
  /** `isTyping` while more of it is on its way. */
  onAnswer: (answer: Answer, isTyping?: boolean) => void
}

/** The question, and that it has to be answered. */
export function QuestionWords({ question, isMissing }: Pick<QuestionProps, 'question' | 'isMissing'>) {
  return (
    <>
      {question.question_text}
      {mustBeAnswered(question) && (
        <>
          <span className={styles.required} aria-hidden>
            {' *'}
          </span>
          <VisuallyHidden> required</VisuallyHidden>
        </>
      )}
      {isMissing && (
        <>
          <VisuallyHidden>, </VisuallyHidden>
          <span className={styles.missing}>not answered yet</span>
        </>
      )}
    </>
  )
}
