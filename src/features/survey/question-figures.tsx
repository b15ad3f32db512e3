import { Suspense, lazy, useId } from 'react'
import type { QuestionAnalytics, SurveyOptionCount } from '#core/contract/survey-analytics.ts'
import { questionCsv } from '#core/survey/analytics-csv.ts'
import { chartLabel, hasResponses, percent, responsesInWords } from '#core/survey/analytics-words.ts'
import { questionKind } from '#core/survey/question-kinds.ts'
import { thisServer } from '#storage/device-name.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass, Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { FiguresTable } from '#ui/figures-table.tsx'
import { DownloadIcon } from '#ui/icon.tsx'
import { saveAsFile } from '#ui/save-as-file.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { chartHeight } from './chart-height.ts'
import { OpenAnswers } from './open-answers.tsx'
import styles from './survey-analytics.module.css'

// The chart library is larger than the rest of the page; the numbers do not wait for it.
const BarList = lazy(async () => ({ default: (await import('./survey-charts.tsx')).BarList }))
const ScaleBars = lazy(async () => ({ default: (await import('./survey-charts.tsx')).ScaleBars }))

type QuestionFiguresProps = {
  id: string
  question: QuestionAnalytics
  /** The selection, for the file with every open answer. */
  query: string
}

/** One question: its chart or its open answers, the same as a table, and as a file. */
export function QuestionFigures({ id, question, query }: QuestionFiguresProps) {
  const titleId = useId()
  const { answer: given, points } = questionKind(question)
  const isOpen = given === 'own words'
  const isRanking = points !== undefined
  const missing = (question.answered ?? 0) - question.text_responses.length
  return (
    <Card element="article" aria-labelledby={titleId} className={styles.question}>
      <header className={styles.head}>
        <h2 id={titleId}>{question.question_text}</h2>
        <Badge>{kindInWords(question)}</Badge>
      </header>
      {isRanking && <p className={styles.caption}>Points: 3 for first, 2 for second, 1 for third</p>}
      {!hasResponses(question) && <p className={styles.none}>No response data available yet.</p>}
      {hasResponses(question) && isOpen && <OpenAnswers question={question} />}
      {hasResponses(question) && !isOpen && (
        <>
          <div className={styles.chart} style={{ blockSize: chartHeight(question) }}>
            <Suspense fallback={<Skeleton height="100%" />}>
              <Chart question={question} />
            </Suspense>
          </div>
          <FiguresTable
            of={question.question_text}
            label={question.question_text}
            columns={isRanking ? rankingColumns : choiceColumns}
            rows={question.responses}
            rowKey={({ answer_option, choice_id }) => `${choice_id} ${answer_option}`}
          />
        </>
      )}
      {hasResponses(question) && (
        <div className={styles.files}>
          <Button
            variant="quiet"
            aria-label={`CSV: ${question.question_text}`}
            onClick={() =>
              saveAsFile(new Blob([questionCsv(question)], { type: 'text/csv' }), `survey-${fileName(id)}.csv`)
            }
          >
            <DownloadIcon size={18} />
            CSV
          </Button>
          {isOpen && missing > 0 && (
            <a
              className={buttonClass({ variant: 'quiet' })}
              href={`${thisServer()}questionnaire/analytics/${encodeURIComponent(id)}/csv/${query}`}
              download
            >
              All {question.answered} answers as CSV
            </a>
          )}
        </div>
      )}
    </Card>
  )
}

function Chart({ question }: { question: QuestionAnalytics }) {
  const { responses } = question
  const { chart, points } = questionKind(question)
  const words = responsesInWords(question)
  if (chart === 'columns') return <ScaleBars label={words} points={responses} />
  const isRanking = points !== undefined
  const bars = responses.map((response, index) => ({
    id: `${response.choice_id} ${response.answer_option}`,
    label: isRanking ? `${index + 1}. ${chartLabel(response)}` : chartLabel(response),
    value: isRanking ? response.count : response.percentage,
    figure: isRanking
      ? `${response.count.toLocaleString('en-US')} pts`
      : `${percent(response.percentage)} (${response.count.toLocaleString('en-US')})`,
  }))
  return <BarList label={words} bars={bars} most={isRanking ? undefined : 100} isOneColour={isRanking} />
}

function kindInWords(question: QuestionAnalytics): string {
  const { words } = questionKind(question)
  const { answered } = question
  return answered === null ? words : `${words} · ${answered.toLocaleString('en-US')}`
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
  cell: ({ percentage }) => percent(percentage),
}
const count = (header: string): TableColumn<SurveyOptionCount> => ({
  header,
  phone: 'lead',
  align: 'end',
  cell: (response) => response.count.toLocaleString('en-US'),
})
const choiceColumns = [answer, count('Count'), share]
const rankingColumns = [answer, count('Points'), share]
