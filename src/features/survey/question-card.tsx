import { type ReactNode, useId } from 'react'
import type { Question } from '#core/contract/survey.ts'
import { choicesOf } from '#core/survey/choice-value.ts'
import { ChoiceList } from './choice-list.tsx'
import { OpenAnswer } from './open-answer.tsx'
import styles from './question-card.module.css'
import { type QuestionProps, QuestionWords } from './question-words.tsx'
import { Ranking } from './ranking.tsx'
import { Scale } from './scale.tsx'

/** One question with its answers, whatever kind it is. */
export function QuestionCard({ question, answer, isMissing, onAnswer }: QuestionProps) {
  const id = useId()
  const text = typeof answer === 'string' ? answer : ''
  const list = Array.isArray(answer) ? answer : []
  const choices = choicesOf(question)
  const isRequired = question.is_required
  switch (question.question_type) {
    case 'multiple_choice':
      return (
        <Frame question={question} isMissing={isMissing}>
          <ChoiceList
            name={id}
            kind="radio"
            choices={choices}
            chosen={[text]}
            isRequired={isRequired}
            onChoose={(value) => onAnswer(value)}
          />
        </Frame>
      )
    case 'multiple_choice_multiple':
      return (
        <Frame question={question} isMissing={isMissing} hint="Select all that apply">
          <ChoiceList
            name={id}
            kind="checkbox"
            choices={choices}
            chosen={list}
            onChoose={(value) =>
              onAnswer(list.includes(value) ? list.filter((chosen) => chosen !== value) : [...list, value])
            }
          />
        </Frame>
      )
    case 'scale':
      return (
        <Frame question={question} isMissing={isMissing}>
          <Scale
            name={id}
            choices={choices}
            chosen={text}
            isRequired={isRequired}
            onChoose={(value) => onAnswer(value)}
          />
        </Frame>
      )
    case 'open_ended':
      return <OpenAnswer question={question} text={text} isMissing={isMissing} onAnswer={onAnswer} />
    case 'ranking':
      return (
        <Frame question={question} isMissing={isMissing}>
          <Ranking choices={choices} ranked={list} onRank={(ranked) => onAnswer([...ranked])} />
        </Frame>
      )
    default:
      return (
        <Frame question={question} isMissing={false}>
          <p className={styles.hint}>Unknown question type</p>
        </Frame>
      )
  }
}

type FrameProps = { question: Question; isMissing: boolean; hint?: string; children: ReactNode }

function Frame({ question, isMissing, hint, children }: FrameProps) {
  const hintId = useId()
  return (
    <fieldset
      className={styles.question}
      data-missing={isMissing || undefined}
      aria-describedby={hint === undefined ? undefined : hintId}
    >
      <legend className={styles.legend}>
        <QuestionWords question={question} isMissing={isMissing} />
      </legend>
      {hint !== undefined && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {children}
    </fieldset>
  )
}
