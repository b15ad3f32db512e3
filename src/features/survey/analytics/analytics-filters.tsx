import { useId } from 'react'
import type { SurveyAnalytics } from '#core/contract/survey.ts'
import { chartLabel, questionsInOrder } from '#core/survey/analytics-labels.ts'
import { questionKind, choiceValue } from '#core/survey/question-kinds.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { CloseIcon } from '#ui/icons/icon.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { type AnalyticsSearch, isBackwards } from './analytics-search.ts'
import styles from './survey-analytics.module.css'

type AnalyticsFiltersProps = {
  /** The analytics without a filter, so that every answer can be chosen. */
  analytics: SurveyAnalytics
  search: AnalyticsSearch
  onSearch: (search: AnalyticsSearch) => void
}

/** Filters the sessions to analyze. Renders nothing for a plain server, which cannot filter. */
export function AnalyticsFilters({ analytics, search, onSearch }: AnalyticsFiltersProps) {
  const id = useId()
  if (analytics.question_order === null) return null
  const questions = questionsInOrder(analytics).filter(({ question }) => questionKind(question).answer !== 'own words')
  const chosen = search.answers ?? []
  const isFiltered = Object.keys(search).length > 0

  function withAnswers(answers: string[]): AnalyticsSearch {
    const { answers: _, ...rest } = search
    return answers.length === 0 ? rest : { ...rest, answers }
  }
  function withDay(name: 'from' | 'to', day: string): AnalyticsSearch {
    const { [name]: _, ...rest } = search
    return day === '' ? rest : { ...rest, [name]: day }
  }

  return (
    <Card element="section" aria-label="Filter" className={styles.filters}>
      <TextField
        id={`${id}-from`}
        label="From"
        type="date"
        max={search.to}
        value={search.from ?? ''}
        onChange={(event) => onSearch(withDay('from', event.target.value))}
      />
      <TextField
        id={`${id}-to`}
        label="To"
        type="date"
        min={search.from}
        error={isBackwards(search) ? 'To must not be before From.' : undefined}
        value={search.to ?? ''}
        onChange={(event) => onSearch(withDay('to', event.target.value))}
      />
      <AnswerField
        questions={questions}
        chosen={chosen}
        onChoose={(filter) => onSearch(withAnswers([...chosen, filter]))}
      />
      {isFiltered && (
        <ChosenFilters
          chosen={chosen}
          names={namesOf(questions)}
          onRemove={(filter) => onSearch(withAnswers(chosen.filter((other) => other !== filter)))}
          onClear={() => onSearch({})}
        />
      )}
    </Card>
  )
}

type Questions = ReturnType<typeof questionsInOrder>

/** A filter is `question_id:value`. */
type AnswerFieldProps = { questions: Questions; chosen: readonly string[]; onChoose: (filter: string) => void }

function AnswerField({ questions, chosen, onChoose }: AnswerFieldProps) {
  return (
    <SelectField
      className={styles.answer}
      label="Only sessions that answered"
      value=""
      onChange={(event) => event.target.value !== '' && onChoose(event.target.value)}
    >
      <option value="">Anything</option>
      {questions.map(({ id: questionId, question }) => (
        <optgroup key={questionId} label={question.question_text}>
          {question.responses.map((response) => {
            const filter = `${questionId}:${choiceValue(response)}`
            return (
              <option key={filter} value={filter} disabled={chosen.includes(filter)}>
                {chartLabel(response)}
              </option>
            )
          })}
        </optgroup>
      ))}
    </SelectField>
  )
}

type ChosenProps = {
  chosen: readonly string[]
  names: ReadonlyMap<string, string>
  onRemove: (filter: string) => void
  onClear: () => void
}

function ChosenFilters({ chosen, names, onRemove, onClear }: ChosenProps) {
  return (
    <ul className={styles.chosen} aria-label="Chosen filters">
      {chosen.map((filter) => (
        <li key={filter}>
          <Button onClick={() => onRemove(filter)}>
            <VisuallyHidden>Remove: </VisuallyHidden>
            {names.get(filter) ?? filter}
            <CloseIcon size={18} />
          </Button>
        </li>
      ))}
      <li>
        <Button variant="quiet" onClick={onClear}>
          Clear
        </Button>
      </li>
    </ul>
  )
}

function namesOf(questions: Questions): Map<string, string> {
  return new Map(
    questions.flatMap(({ id: questionId, question }) =>
      question.responses.map((response): [string, string] => [
        `${questionId}:${choiceValue(response)}`,
        `${question.question_text} ${chartLabel(response)}`,
      ]),
    ),
  )
}
