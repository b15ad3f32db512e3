import type { DuplicateChoice, Judged, Refused } from '#core/import/plan-import.ts'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DataTable, type TableColumn, type DataTableProps } from '#ui/lists/data-table.tsx'
import styles from './import.module.css'
import type { Duplicate, ScreenKind } from './screen-kind.ts'
import { choiceOf, type Import } from './use-import.ts'
import { useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { textOf } from '#core/import/imported-text.ts'
import { csvFile } from '#core/domain/text/csv.ts'
import { DownloadIcon } from '#ui/icons/icon.tsx'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import { formatNumber } from '#core/format/numbers.ts'

type DuplicatesProps = { records: readonly Judged[]; running: Import }

/** What seems to be there already, and what to do with each. */
export function Duplicates({ records, running }: DuplicatesProps) {
  const { screen, choices } = running
  const duplicates = records.filter((one) => isToDecide(one, screen.kind.canMerge))
  if (duplicates.length === 0) return null
  const chosen = new Set(duplicates.map((one) => choiceOf(screen, choices, one.line, one)))
  const [only] = chosen
  return (
    <Card title={`To decide (${formatNumber(duplicates.length)})`} flush>
      <div className={styles.all}>
        <h3>For all of them</h3>
        <SegmentedFilter<DuplicateChoice | ''>
          label="For all of them"
          options={screen.choices}
          value={chosen.size === 1 ? (only ?? '') : ''}
          onChange={(choice) => (choice === '' ? undefined : running.chooseAll(choice))}
        />
        <p className={styles.caption}>{screen.mergeHint}</p>
      </div>
      <LongTable<Duplicate>
        label="To decide"
        rows={duplicates}
        // Repeats of an event stand in one line of the file.
        rowKey={(one) => duplicates.indexOf(one)}
        columns={columnsOf(running)}
      />
    </Card>
  )
}

/** As in the preview, but for what matters least; why each stands here, and the choice. */
function columnsOf({ screen, choices, chooseLine }: Import): TableColumn<Duplicate>[] {
  return [
    ...screen.columns.slice(0, 3),
    { header: 'Why', phone: 'wide', cell: screen.whyOf },
    {
      header: 'What to do',
      phone: 'wide',
      cell: (one) => (
        <SegmentedFilter
          label={`What to do with ${screen.kind.titleOf(one.record)}, line ${one.line}`}
          options={screen.choices}
          value={choiceOf(screen, choices, one.line, one)}
          onChange={(choice) => chooseLine(one.line, choice)}
          className={styles.choice}
        />
      ),
    },
  ]
}

/** Nothing is to be decided of one that has all that the file says. */
function isToDecide(one: Judged, canMerge: boolean): one is Duplicate {
  return one.verdict === 'repeat' || (one.verdict === 'known' && (one.hasMore || !one.isSure || !canMerge))
}

const firstShown = 20
const moreShown = 200

/** A table whose first rows stand there at once, and whose others when they are asked for. */
export function LongTable<Row>({ rows, ...table }: DataTableProps<Row>) {
  const [shown, setShown] = useState(firstShown)
  const left = rows.length - shown
  return (
    <>
      <DataTable {...table} rows={rows.slice(0, shown)} />
      {left > 0 && (
        <div className={styles.more}>
          <Button variant="quiet" onClick={() => setShown(shown + moreShown)}>
            Show {Math.min(left, moreShown).toLocaleString('en-US')} more of {formatNumber(left)}
          </Button>
        </div>
      )}
    </>
  )
}

type LeftOutProps = { refused: readonly Refused[]; name: string; as: ScreenKind['refusedAs'] }

function titleOf({ title }: Refused) {
  return <span className={styles.wrapped}>{title}</span>
}

/** "Email is required. (212) · Last Name is required. (3)": most of a phone's contacts miss the same. */
function reasonsIn(refused: readonly Refused[]): string {
  const counts = new Map<string, number>()
  for (const reason of refused.flatMap(({ reasons }) => reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostReasons)
    .map(([reason, count]) => `${reason} (${formatNumber(count)})`)
    .join(' · ')
}

const mostReasons = 4

/** Lines that make nothing, each with its reason. */
export function LeftOut({ refused, name, as }: LeftOutProps) {
  function save(fields: NonNullable<ScreenKind['refusedAs']>) {
    // With our own headings, so that it can be mended and brought again.
    const rows = refused.map(({ line, said, reasons }) => [
      ...fields.map(([field]) => textOf(said?.[field])),
      String(line),
      reasons.join(' '),
    ])
    const heads = [...fields.map(([, heading]) => heading), 'Line', 'Reason']
    const table = csvFile([heads, ...rows])
    saveAsFile(new Blob([table], { type: 'text/csv;charset=utf-8' }), `left out of ${name.replace(/\.\w+$/, '')}.csv`)
  }
  return (
    <Card
      title={`Cannot be imported (${formatNumber(refused.length)})`}
      actions={
        as !== null && (
          <Button onClick={() => save(as)}>
            <DownloadIcon size={18} />
            Download
          </Button>
        )
      }
      flush
    >
      <p className={styles.caption}>{reasonsIn(refused)}</p>
      <LongTable<Refused>
        label="Cannot be imported"
        rows={refused}
        rowKey={(one) => refused.indexOf(one)}
        columns={[
          { header: 'Name', phone: 'lead', cell: titleOf },
          {
            header: 'In the File',
            phone: 'end',
            align: 'end',
            cell: ({ line }) => `Line ${formatNumber(line)}`,
          },
          { header: 'Reason', phone: 'wide', cell: ({ reasons }) => reasons.join(' ') },
        ]}
      />
    </Card>
  )
}
