import { Suspense, lazy, memo, useId, useState } from 'react'
import { fetchFile } from '#api/fetch-file.ts'
import type { QuestionAnalytics, SurveyOptionCount } from '#core/contract/survey.ts'
import { fileFailureMessage } from '#core/domain/account/account-messages.ts'
import { questionCsv } from '#core/survey/analytics-csv.ts'
import { chartLabel, hasResponses, formatResponses } from '#core/survey/analytics-labels.ts'
import { questionKind } from '#core/survey/question-kinds.ts'
import { scaleFigures } from '#core/survey/scale-figures.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import { FiguresTable } from '#ui/lists/figures-table.tsx'
import { DownloadIcon } from '#ui/icons/icon.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import { BarList } from './bar-list.tsx'
import { OpenAnswers } from './open-answers.tsx'
import styles from './survey-analytics.module.css'
import { formatPercent, formatNumber } from '#core/format/numbers.ts'

// Loaded on demand: the chart library is larger than the rest of the page.
const ScaleBars = lazy(async () => ({ default: (await import('./survey-charts.tsx')).ScaleBars }))

type QuestionFiguresProps = {
  id: string
  question: QuestionAnalytics
  /** The selection of sessions as a URL query, to download every open answer. */
  query: string
  /** The highest percentage in all scale questions of the page: their charts use the same axis. */
  highest: number
}

/** A question as chart or open answers, as table, and as CSV. Memoized, because charts are slow to draw. */
export const QuestionFigures = memo(function QuestionFigures({ id, question, query, highest }: QuestionFiguresProps) {
  const titleId = useId()
  const { answer: answerType, points } = questionKind(question)
  const isOpen = answerType === 'own words'
  const isRanking = points !== undefined
  const hiddenAnswers = (question.answered ?? 0) - question.text_responses.length
  // The title is below the heading of its section, if the survey has sections.
  const Heading = question.section === '' ? 'h2' : 'h3'
  return (
    <Card element="article" aria-labelledby={titleId} className={styles.question}>
      <header className={styles.head}>
        <Heading id={titleId}>{question.question_text}</Heading>
        <Badge>{kindLabel(question)}</Badge>
        {hasResponses(question) && (
          <IconButton
            className={styles.file}
            label={`CSV: ${question.question_text}`}
            onClick={() => saveAsFile(csvBlob(questionCsv(question)), `survey-${fileName(id)}.csv`)}
          >
            <DownloadIcon size={18} />
          </IconButton>
        )}
      </header>
      {isRanking && <p className={styles.caption}>Points: 3 for first, 2 for second, 1 for third</p>}
      {!hasResponses(question) && <p className={styles.none}>No response data available yet.</p>}
      {hasResponses(question) && isOpen && <OpenAnswers question={question} />}
      {hasResponses(question) && !isOpen && (
        <>
          <Chart question={question} highest={highest} />
          <FiguresTable
            subject={question.question_text}
            label={question.question_text}
            columns={isRanking ? rankingColumns : choiceColumns}
            rows={question.responses}
            rowKey={({ answer_option, choice_id }) => `${choice_id} ${answer_option}`}
          />
        </>
      )}
      {hasResponses(question) && isOpen && hiddenAnswers > 0 && (
        <AllAnswers id={id} query={query} count={question.answered} />
      )}
    </Card>
  )
})

/** Downloads every open answer, including those that the page does not show. */
function AllAnswers({ id, query, count }: { id: string; query: string; count: number | null }) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function save() {
    setIsBusy(true)
    setFailure(null)
    const answer = await fetchFile(`questionnaire/analytics/${encodeURIComponent(id)}/csv/${query}`)
    setIsBusy(false)
    if (answer.ok) saveAsFile(answer.value.content, answer.value.fileName)
    else setFailure(fileFailureMessage(answer.problem, unreachable))
  }

  return (
    <>
      <Button variant="quiet" className={styles.more} busy={isBusy} onClick={() => void save()}>
        All {count} answers as CSV
      </Button>
      {failure !== null && <p role="alert">{failure}</p>}
    </>
  )
}

const unreachable = 'The server cannot be reached. Please try again.'

export function csvBlob(text: string): Blob {
  return new Blob([text], { type: 'text/csv' })
}

function Chart({ question, highest }: { question: QuestionAnalytics; highest: number }) {
  const { responses } = question
  const { chart, points } = questionKind(question)
  const words = formatResponses(question)
  if (chart === 'columns') {
    const { ends, middle } = scaleFigures(responses)
    return (
      <div className={styles.scale}>
        <div className={styles.columns}>
          <Suspense fallback={<Skeleton height="100%" />}>
            <ScaleBars label={words} of={question.question_text} points={responses} highest={highest} />
          </Suspense>
        </div>
        {ends !== null && (
          <p className={styles.ends}>
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </p>
        )}
        {middle !== null && <p className={styles.middle}>{middle}</p>}
      </div>
    )
  }
  const isRanking = points !== undefined
  const bars = responses.map((response, index) => ({
    id: `${response.choice_id} ${response.answer_option}`,
    label: isRanking ? `${index + 1}. ${chartLabel(response)}` : chartLabel(response),
    value: isRanking ? response.count : response.percentage,
    figure: isRanking
      ? `${formatNumber(response.count)} pts`
      : `${formatPercent(response.percentage)} (${formatNumber(response.count)})`,
  }))
  return <BarList label={words} bars={bars} most={isRanking ? undefined : 100} isOneColour={isRanking} />
}

function kindLabel(question: QuestionAnalytics): string {
  const { words } = questionKind(question)
  const { answered } = question
  return answered === null ? words : `${words} · ${formatNumber(answered)}`
}

function fileName(id: string): string {
  return id.replaceAll(/[^\w-]+/g, '-')
}

const answer: TableColumn<SurveyOptionCount> = {
  header: 'Answer',
  phone: 'lead',
  cell: ({ answer_option }) => answer_option,
}
const share: TableColumn<SurveyOptionCount> = {
  header: 'Percentage',
  phone: 'lead',
  align: 'end',
  cell: ({ percentage }) => formatPercent(percentage),
}
const count = (header: string): TableColumn<SurveyOptionCount> => ({
  header,
  phone: 'lead',
  align: 'end',
  cell: (response) => formatNumber(response.count),
})
const choiceColumns = [answer, count('Count'), share]
const rankingColumns = [answer, count('Points'), share]
