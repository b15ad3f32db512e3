import { type ReactNode, useId } from 'react'
import type { Question, Answer, Choice } from '#core/contract/survey.ts'
import {
  isQuestionType,
  type QuestionType,
  choicesOf,
  choiceValue,
  formatScaleEnd,
} from '#core/survey/question-kinds.ts'
import styles from './question-card.module.css'
import { Ranking } from './ranking.tsx'
import { longestText } from '#core/contract/fields.ts'
import { OptionCard } from '#ui/fields/option-card.tsx'
import { TextArea } from '#ui/fields/field.tsx'
import { mustBeAnswered } from '#core/survey/required-answers.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

export function QuestionCard(props: QuestionProps) {
  const { question_type: type } = props.question
  const Card = isQuestionType(type) ? cards[type] : UnknownCard
  return <Card {...props} />
}

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

type OpenAnswerProps = Pick<QuestionProps, 'question' | 'isMissing' | 'onAnswer'> & { text: string }

function OpenAnswer({ question, text, isMissing, onAnswer }: OpenAnswerProps) {
  return (
    <div className={styles.question} data-missing={isMissing || undefined}>
      <TextArea
        className={styles.open}
        label={<QuestionWords question={question} isMissing={isMissing} />}
        rows={4}
        maxLength={longestText}
        // The browser must not suggest the text of an earlier visitor.
        autoComplete="off"
        value={text}
        onChange={(event) => onAnswer(event.target.value, true)}
        onBlur={(event) => event.target.value !== '' && onAnswer(event.target.value)}
      />
    </div>
  )
}

type QuestionProps = {
  question: Question
  answer: Answer | undefined
  /** Required, and Next was pressed without an answer. */
  isMissing: boolean
  /** `isTyping` while the respondent is still typing. */
  onAnswer: (answer: Answer, isTyping?: boolean) => void
}

function QuestionWords({ question, isMissing }: Pick<QuestionProps, 'question' | 'isMissing'>) {
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

type ChoiceListProps = {
  name: string
  kind: 'radio' | 'checkbox'
  choices: readonly Choice[]
  chosen: readonly string[]
  isRequired?: boolean
  onChoose: (value: string) => void
}

function ChoiceList({ name, kind, choices, chosen, isRequired = false, onChoose }: ChoiceListProps) {
  return (
    <div className={styles.options}>
      {choices.map((choice) => {
        const value = choiceValue(choice)
        return (
          <OptionCard
            key={choice.choice_id}
            type={kind}
            name={name}
            value={value}
            required={isRequired}
            checked={chosen.includes(value)}
            onChange={() => onChoose(value)}
          >
            {choice.choice_text}
          </OptionCard>
        )
      })}
    </div>
  )
}

type ScaleProps = {
  name: string
  choices: readonly Choice[]
  chosen: string
  isRequired: boolean
  onChoose: (value: string) => void
}

function Scale({ name, choices, chosen, isRequired, onChoose }: ScaleProps) {
  const ends = [choices[0], choices.at(-1)].map((choice) =>
    choice === undefined ? '' : formatScaleEnd(choiceValue(choice), choice.choice_text),
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
                aria-label={formatScaleEnd(value, choice.choice_text) || value}
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
