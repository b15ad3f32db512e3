import type { SurveyAnalytics } from '#core/contract/survey-analytics.ts'
import { minutesAndSeconds } from '#core/survey/analytics-words.ts'
import { Card } from '#ui/layout/card.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import { FiguresTable } from '#ui/lists/figures-table.tsx'
import { BarList } from './bar-list.tsx'
import styles from './survey-analytics.module.css'

type SectionFigures = NonNullable<SurveyAnalytics['sections']>[number]

type DropOffProps = {
  analytics: SurveyAnalytics
  /** The filters leave sessions out. */
  isChosen: boolean
}

/** How far respondents come, and how long those need who come to the end. Only our server says. */
export function DropOff({ analytics: { sections, median_seconds }, isChosen }: DropOffProps) {
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
          ? isChosen
            ? 'None of the sessions chosen above was completed.'
            : 'Nobody has completed the survey yet.'
          : `Median time of completed surveys: ${minutesAndSeconds(median_seconds)}`}
      </p>
      <BarList label={`Sessions that reached each section. ${words}`} bars={bars} isOneColour />
      <FiguresTable
        of="Drop-off by section"
        label="Drop-off by section"
        columns={columns}
        rows={sections}
        rowKey={({ section }) => section}
      />
    </Card>
  )
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}

const columns: TableColumn<SectionFigures>[] = [
  { header: 'Section', phone: 'lead', cell: ({ section }) => section },
  { header: 'Reached', phone: 'lead', align: 'end', cell: ({ reached }) => number(reached) },
  { header: 'Left here', phone: 'lead', align: 'end', cell: ({ left }) => number(left) },
]
