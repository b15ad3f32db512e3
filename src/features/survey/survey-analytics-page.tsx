import { percent, questionsInOrder } from '#core/survey/analytics-words.ts'
import { momentInWords } from '#core/domain/moment-words.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { AnalyticsCopy } from '#storage/survey-analytics-copies.ts'
import { Banner } from '#ui/banner.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ChartColumnIcon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatCard, StatCards } from '#ui/stat-card.tsx'
import { AnalyticsFilters } from './analytics-filters.tsx'
import { type AnalyticsRefresh, useAnalyticsCopy, useAnalyticsRefresh } from './analytics-queries.ts'
import { type AnalyticsSearch, queryOf } from './analytics-search.ts'
import { DropOff } from './drop-off.tsx'
import { QuestionFigures } from './question-figures.tsx'
import styles from './survey-analytics.module.css'

type SurveyAnalyticsPageProps = {
  search: AnalyticsSearch
  onSearch: (search: AnalyticsSearch) => void
}

/** What the respondents of the survey have answered. */
export function SurveyAnalyticsPage({ search, onSearch }: SurveyAnalyticsPageProps) {
  const { clock } = useDevice()
  const query = queryOf(search)
  const copy = useAnalyticsCopy(query)
  const everything = useAnalyticsCopy('')
  const refresh = useAnalyticsRefresh(query)
  const filterable = (everything ?? copy)?.analytics
  const asOf = copy == null ? '' : ` · As of ${momentInWords(copy.at, clock.now())}`
  return (
    <>
      <PageHead title="Questionnaire Analytics" subtitle={`Real Estate Technology Survey${asOf}`} />
      {filterable != null && <AnalyticsFilters analytics={filterable} search={search} onSearch={onSearch} />}
      <Figures copy={copy} refresh={refresh} query={query} />
    </>
  )
}

type FiguresProps = { copy: AnalyticsCopy | null | undefined; refresh: AnalyticsRefresh; query: string }

function Figures({ copy, refresh, query }: FiguresProps) {
  if (copy === undefined || (copy === null && refresh === 'asking')) return <Skeleton height={320} />
  if (copy === null && refresh === 'failed') {
    return (
      <Banner tone="danger" role="alert">
        Failed to load analytics data.
      </Banner>
    )
  }
  const questions = copy === null ? [] : questionsInOrder(copy.analytics)
  if (copy === null || questions.length === 0) {
    return (
      <EmptyState icon={<ChartColumnIcon />} title="No analytics data available.">
        {copy === null
          ? 'The figures come from the server and have not reached this device yet.'
          : 'The survey has no questions yet.'}
      </EmptyState>
    )
  }
  const { total_sessions, completed_sessions, completion_rate } = copy.analytics
  return (
    <>
      <StatCards>
        <StatCard title="Total Sessions" value={total_sessions.toLocaleString('en-US')} description="started" />
        <StatCard
          title="Completed Sessions"
          value={completed_sessions.toLocaleString('en-US')}
          description="sent to the end"
        />
        <StatCard title="Completion Rate" value={percent(completion_rate)} description="of all sessions" />
      </StatCards>
      <DropOff analytics={copy.analytics} isChosen={query !== ''} />
      <div className={styles.questions}>
        {questions.map(({ id, question }) => (
          <QuestionFigures key={id} id={id} question={question} query={query} />
        ))}
      </div>
    </>
  )
}
