import type { QuestionAnalytics, SurveyAnalytics } from '#core/contract/survey.ts'
import { surveyCsv } from '#core/survey/analytics-csv.ts'
import { questionsInOrder, sectionsInOrder } from '#core/survey/analytics-labels.ts'
import { questionKind } from '#core/survey/question-kinds.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { analyticsCopy, type AnalyticsCopy, storeAnalyticsCopy } from '#storage/survey/survey-analytics-copies.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import { ChartColumnIcon, DownloadIcon, PrinterIcon } from '#ui/icons/icon.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import { StatCard, StatCards } from '#ui/lists/stat-card.tsx'
import { useProgressiveList } from '#ui/lists/use-progressive-list.ts'
import { AnalyticsFilters } from './analytics-filters.tsx'
import { type AnalyticsSearch, isBackwards, queryOf } from './analytics-search.ts'
import { csvBlob, QuestionFigures } from './question-figures.tsx'
import styles from './survey-analytics.module.css'
import { Card } from '#ui/layout/card.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import { FiguresTable } from '#ui/lists/figures-table.tsx'
import { BarList } from './bar-list.tsx'
import { useEffect, type MouseEvent, useState } from 'react'
import { formatMoment } from '#core/format/times.ts'
import { formatPercent, formatNumber } from '#core/format/numbers.ts'
import { formatSeconds } from '#core/format/durations.ts'
import { readSurveyAnalytics } from '#api/survey-calls.ts'
import { useConnection } from '#state/connection.ts'
import type { Device } from '#storage/device/device.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'

type SurveyAnalyticsPageProps = {
  search: AnalyticsSearch
  onSearch: (search: AnalyticsSearch) => void
}

export function SurveyAnalyticsPage({ search, onSearch }: SurveyAnalyticsPageProps) {
  const { clock } = useDevice()
  const query = queryOf(search)
  const copy = useAnalyticsCopy(query)
  const unfiltered = useAnalyticsCopy('')
  const { refresh, retry } = useAnalyticsRefresh(query)
  // The filters offer the answers of all sessions, so they use the unfiltered copy if this device has one.
  const filterable = (query === '' ? copy : (unfiltered ?? copy))?.analytics
  const isPeriodValid = !isBackwards(search)
  const asOf = copy == null || !isPeriodValid ? '' : ` · As of ${formatMoment(copy.at, clock.now())}`
  return (
    <>
      <PageHeader
        title="Questionnaire Analytics"
        subtitle={`Real Estate Technology Survey${asOf}`}
        actions={copy != null && isPeriodValid && <Actions analytics={copy.analytics} />}
      />
      {filterable != null && <AnalyticsFilters analytics={filterable} search={search} onSearch={onSearch} />}
      {isPeriodValid && <Figures copy={copy} refresh={refresh} onRetry={retry} query={query} />}
    </>
  )
}

function Actions({ analytics }: { analytics: SurveyAnalytics }) {
  if (questionsInOrder(analytics).length === 0) return null
  return (
    <>
      <Button onClick={() => saveAsFile(csvBlob(surveyCsv(analytics)), 'survey.csv')}>
        <DownloadIcon size={18} />
        All as CSV
      </Button>
      <Button onClick={() => window.print()}>
        <PrinterIcon size={18} />
        Print
      </Button>
    </>
  )
}

type FiguresProps = {
  copy: AnalyticsCopy | null | undefined
  refresh: AnalyticsRefresh
  onRetry: () => void
  query: string
}

function Figures({ copy, refresh, onRetry, query }: FiguresProps) {
  if (copy === undefined || (copy === null && refresh === 'asking')) return <Skeleton height={320} />
  if (copy === null && refresh === 'failed') {
    return (
      <Banner tone="danger" role="alert">
        <p>Failed to load analytics data.</p>
        <Button onClick={onRetry}>Try Again</Button>
      </Banner>
    )
  }
  const sections = copy === null ? [] : sectionsInOrder(copy.analytics)
  if (copy === null || sections.length === 0) {
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
        <StatCard title="Total Sessions" value={formatNumber(total_sessions)} description="started" />
        <StatCard title="Completed Sessions" value={formatNumber(completed_sessions)} description="finished and sent" />
        <StatCard title="Completion Rate" value={formatPercent(completion_rate)} description="of all sessions" />
      </StatCards>
      <DropOff analytics={copy.analytics} isFiltered={query !== ''} />
      <SectionLinks sections={sections.map(({ section }) => section).filter(Boolean)} />
      <Sections sections={sections} query={query} />
    </>
  )
}

type SectionsProps = { sections: ReturnType<typeof sectionsInOrder>; query: string }

function Sections({ sections, query }: SectionsProps) {
  const scales = sections.flatMap(({ questions }) => questions.filter(({ question }) => isScale(question)))
  const shares = scales.flatMap(({ question }) => question.responses.map(({ percentage }) => percentage))
  return (
    <>
      {useProgressiveList(sections, 1).map(({ section, questions }) => (
        <section key={section} className={styles.section} aria-labelledby={section === '' ? undefined : idOf(section)}>
          {section !== '' && (
            <h2 id={idOf(section)} className={styles.sectionTitle} tabIndex={-1}>
              {section}
            </h2>
          )}
          <div className={styles.questions}>
            {questions.map(({ id, question }) => (
              <QuestionFigures key={id} id={id} question={question} query={query} highest={Math.max(0, ...shares)} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}

function isScale(question: QuestionAnalytics): boolean {
  return questionKind(question).chart === 'columns'
}

type SectionFigures = NonNullable<SurveyAnalytics['sections']>[number]

type DropOffProps = {
  analytics: SurveyAnalytics
  isFiltered: boolean
}

/** How far respondents get, and their median time. A plain server does not send these figures. */
function DropOff({ analytics: { sections, median_seconds }, isFiltered }: DropOffProps) {
  if (sections === null || sections.length === 0) return null
  const bars = sections.map(({ section, reached, left }) => ({
    id: section,
    label: section,
    value: reached,
    figure: left === 0 ? `${number(reached)} reached` : `${number(reached)} reached, ${number(left)} left here`,
  }))
  const words = bars.map(({ label, figure }) => `${label}: ${figure}`).join('; ')
  return (
    <Card title="Drop-off by section" className={styles.question}>
      <p className={styles.caption}>
        {median_seconds === null
          ? isFiltered
            ? 'None of the sessions chosen above was completed.'
            : 'Nobody has completed the survey yet.'
          : `Median time of completed surveys: ${formatSeconds(median_seconds)}`}
      </p>
      <BarList label={`Sessions that reached each section. ${words}`} bars={bars} isOneColour />
      <FiguresTable
        subject="Drop-off by section"
        label="Drop-off by section"
        columns={columns}
        rows={sections}
        rowKey={({ section }) => section}
      />
    </Card>
  )
}

function number(count: number): string {
  return formatNumber(count)
}

/** `phone` is a cell's position on a phone, where each row is a block. */
const columns: TableColumn<SectionFigures>[] = [
  { header: 'Section', phone: 'lead', cell: ({ section }) => section },
  { header: 'Reached', phone: 'lead', align: 'end', cell: ({ reached }) => number(reached) },
  { header: 'Left here', phone: 'lead', align: 'end', cell: ({ left }) => number(left) },
]

function idOf(section: string): string {
  return `section-${section.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`
}

function SectionLinks({ sections }: { sections: readonly string[] }) {
  const current = useSectionInView(sections)
  if (sections.length < 2) return null

  /** Focuses the heading. The URL does not change, because it contains the selection of the filters. */
  function jump(event: MouseEvent, section: string): void {
    event.preventDefault()
    const heading = document.getElementById(idOf(section))
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }

  return (
    <nav className={styles.links} aria-label="Sections">
      {sections.map((section) => (
        <a
          key={section}
          href={`#${idOf(section)}`}
          aria-current={section === current ? 'true' : undefined}
          onClick={(event) => jump(event, section)}
        >
          {section}
        </a>
      ))}
    </nav>
  )
}

/** Returns the section being read; `undefined` above the first one. */
function useSectionInView(sections: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const names = sections.join('\n')
  useEffect(() => {
    const update = () => setCurrent(sectionInView(names.split('\n')))
    window.addEventListener('scroll', update, { passive: true })
    document.addEventListener('focusin', update)
    return () => {
      window.removeEventListener('scroll', update)
      document.removeEventListener('focusin', update)
    }
  }, [names])
  return current
}

/** Returns the section whose heading has the focus and is visible, otherwise the last one that starts above or in the window's upper third. */
function sectionInView(sections: readonly string[]): string | undefined {
  const headings = sections.map((section) => {
    const heading = document.getElementById(idOf(section))
    return { section, heading, top: heading?.getBoundingClientRect().top ?? Infinity }
  })
  const jumpedTo = headings.find(({ heading }) => heading === document.activeElement)
  if (jumpedTo !== undefined && jumpedTo.top > 0 && jumpedTo.top < window.innerHeight) return jumpedTo.section
  return headings.findLast(({ top }) => top < window.innerHeight / 3)?.section
}

/** `asking`: the request runs. `asked`: it has ended, or cannot succeed without a network or session. `failed`: the server answered with an error. */
type AnalyticsRefresh = 'asking' | 'asked' | 'failed'

/** Returns the stored analytics of a selection; null if there are none, `undefined` until they are read. */
function useAnalyticsCopy(query: string): AnalyticsCopy | null | undefined {
  const { database } = useDevice()
  return useLiveQuery(() => analyticsCopy(database, query), [database, query])
}

/** Fetches the analytics when the screen opens, the selection changes, or the network returns. */
function useAnalyticsRefresh(query: string): { refresh: AnalyticsRefresh; retry: () => void } {
  const device = useDevice()
  const isOffline = useConnection(({ state }) => state === 'offline')
  const [refresh, setRefresh] = useState<{ query: string; state: AnalyticsRefresh }>({ query, state: 'asking' })
  useEffect(() => {
    if (isOffline) return undefined
    let isShown = true
    void fetchAnalytics(device, query).then((state) => isShown && setRefresh({ query, state }))
    return () => {
      isShown = false
    }
  }, [device, query, isOffline])

  async function retry(): Promise<void> {
    setRefresh({ query, state: 'asking' })
    const state = await fetchAnalytics(device, query)
    // Another selection may be shown by now.
    setRefresh((shown) => (shown.query === query ? { query, state } : shown))
  }

  const isAnswered = refresh.query === query && refresh.state !== 'asking'
  const whileUnanswered = isOffline ? 'asked' : 'asking'
  return { refresh: isAnswered ? refresh.state : whileUnanswered, retry: () => void retry() }
}

async function fetchAnalytics({ database, clock }: Device, query: string): Promise<AnalyticsRefresh> {
  const answer = await readSurveyAnalytics(query)
  if (answer.ok) await storeAnalyticsCopy(database, query, { analytics: answer.value, at: clock.now() })
  return stateAfter(answer)
}

function stateAfter(answer: Awaited<ReturnType<typeof readSurveyAnalytics>>): AnalyticsRefresh {
  if (answer.ok) return 'asked'
  const { status } = answer.refusal
  return status === null || status === 401 ? 'asked' : 'failed'
}
