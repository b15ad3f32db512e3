import { type ReactNode, useId } from 'react'
import type { Question } from '#core/contract/survey.ts'
import { choicesOf } from '#core/survey/choice-value.ts'
import { isQuestionType, type QuestionType } from '#core/survey/question-kinds.ts'
import { ChoiceList } from './choice-answer.tsx'
import { OpenAnswer } from './open-answer.tsx'
import styles from './question-card.module.css'
import { type QuestionProps, QuestionWords } from './question-words.tsx'
import { Ranking } from './ranking.tsx'
import { Scale } from './scale.tsx'

/** One question with its answers, whatever kind it is. */
export function QuestionCard(props: QuestionProps) {
  const { question_type: type } = props.question
  const Card = isQuestionType(type) ? cards[type] : UnknownCard
  return <Card {...props} />
}

/** How each kind of question is asked. */
const cards: Record<QuestionType, (props: QuestionProps) => ReactNode> = {
  multiple_choice: SingleChoiceCard,
  multiple_choice_multiple: SeveralChoicesCard,
  scale: ScaleCard,
  open_ended: ({ answer, ...props }) => <OpenAnswer {...props} text={textOf(answer)} />,
  ranking: RankingCard,
}

function SingleChoiceCard({ question, answer, isMissing, onAnswer }: QuestionProps) {
  const name = useId()
  return (
    <Frame question={question} isMissing={isMissing}>
      <ChoiceList
        name={name}
        kind="radio"
        choices={choicesOf(question)}
        chosen={[textOf(answer)]}
        isRequired={question.is_required}
        onChoose={(value) => onAnswer(value)}
      />
    </Frame>
  )
}

function SeveralChoicesCard({ question, answer, isMissing, onAnswer }: QuestionProps) {
  const name = useId()
  const list = listOf(answer)
  return (
    <Frame question={question} isMissing={isMissing} hint="Select all that apply">
      <ChoiceList
        name={name}
        kind="checkbox"
        choices={choicesOf(question)}
        chosen={list}
        onChoose={(value) =>
          onAnswer(list.includes(value) ? list.filter((chosen) => chosen !== value) : [...list, value])
        }
      />
    </Frame>
  )
}

function ScaleCard({ question, answer, isMissing, onAnswer }: QuestionProps) {
  const name = useId()
  return (
    <Frame question={question} isMissing={isMissing}>
      <Scale
        name={name}
        choices={choicesOf(question)}
        chosen={textOf(answer)}
        isRequired={question.is_required}
        onChoose={(value) => onAnswer(value)}
      />
    </Frame>
  )
}

function RankingCard({ question, answer, isMissing, onAnswer }: QuestionProps) {
  return (
    <Frame question={question} isMissing={isMissing}>
      <Ranking choices={choicesOf(question)} ranked={listOf(answer)} onRank={(ranked) => onAnswer([...ranked])} />
    </Frame>
  )
}

function UnknownCard({ question }: QuestionProps) {
  return (
    <Frame question={question} isMissing={false}>
      <p className={styles.hint}>Unknown question type</p>
    </Frame>
  )
}

function textOf(answer: QuestionProps['answer']): string {
  return typeof answer === 'string' ? answer : ''
}

function listOf(answer: QuestionProps['answer']): readonly string[] {
  return Array.isArray(answer) ? answer : []
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
