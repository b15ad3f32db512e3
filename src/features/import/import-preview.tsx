import { useMemo, useState } from 'react'
import { type ImportPlan, planImport, type Judged } from '#core/import/plan-import.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { takeFocus } from '#ui/hooks/move-focus.ts'
import { Duplicates, LongTable, LeftOut } from './preview-tables.tsx'
import styles from './import.module.css'
import type { ScreenKind } from './screen-kind.ts'
import { choiceOf, type Import, type ChosenFile, formatImportCount, type ImportStep, sizeOf } from './use-import.ts'
import type { ReadTable } from '#files/file-reader.ts'
import { SelectField } from '#ui/fields/select-field.tsx'
import { formatNumber } from '#core/format/numbers.ts'

type ImportPreviewProps = Omit<Extract<ImportStep, { at: 'preview' }>, 'at'> & { running: Import }

const nothing: Judged[] = []

/** What an import would do, before it does it. */
export function ImportPreview({ file, judged, running }: ImportPreviewProps) {
  const { screen, choices } = running
  const { name, table, remarks, remark = null, unsaid = [], given } = file
  const { Unsaid } = screen
  const open = unsaid.filter((field) => (given[field] ?? '') === '')
  const records = judged?.records ?? nothing
  const plan = useMemo(
    () => planImport(screen.kind, records, (line, one) => choiceOf(screen, choices, line, one)),
    [screen, records, choices],
  )
  const size = open.length > 0 ? 0 : sizeOf(plan)
  const fresh = records.filter(({ verdict }) => verdict === 'new')
  return (
    <>
      <Card title={name}>
        <div className={styles.body}>
          <output className={styles.summary} ref={takeFocus} tabIndex={-1}>
            {judged === null
              ? `Comparing with your ${screen.many}...`
              : open.length > 0
                ? `Choose the ${open.join(' and the ')} below.`
                : summaryOf(judged)}
          </output>
          {[...remarks, ...(remark === null ? [] : [remark])].map((words) => (
            <p key={words} className={styles.caption}>
              {words}
            </p>
          ))}
          {screen.hasPast && <Since running={running} from={file.from} />}
          <OrderOfDates running={running} file={file} />
          <div className={styles.buttons}>
            <Button
              variant="primary"
              busy={judged === null}
              busyLabel="Comparing..."
              aria-disabled={size === 0 || undefined}
              onClick={() => (size === 0 ? undefined : void running.run())}
            >
              {open.length === 0 ? buttonWords(screen, plan) : 'Import'}
            </Button>
            <Button onClick={running.startOver}>Choose Another File</Button>
          </div>
        </div>
      </Card>
      {Unsaid !== undefined && unsaid.length > 0 && (
        <Unsaid unsaid={unsaid} given={given} onGive={(said) => running.askAgain({ given: said })} />
      )}
      {table !== null && file.missing !== undefined && (
        <Columns table={table} missing={file.missing} onMean={(meanings) => running.askAgain({ meanings })} />
      )}
      <Duplicates records={records} running={running} />
      {judged !== null && judged.refused.length > 0 && open.length === 0 && (
        <LeftOut refused={judged.refused} name={name} as={screen.refusedAs} />
      )}
      {fresh.length > 0 && <Fresh fresh={fresh} screen={screen} />}
    </>
  )
}

function Fresh({ fresh, screen }: { fresh: readonly Judged[]; screen: ScreenKind }) {
  return (
    <Card title={`New (${formatNumber(fresh.length)})`} flush>
      <LongTable<Judged>
        label={`New ${screen.many}`}
        rows={fresh}
        rowKey={(one) => fresh.indexOf(one)}
        columns={screen.columns}
      />
    </Card>
  )
}

/** What is over is rarely wanted in a new calendar. */
function Since({ running, from }: { running: Import; from: string | null }) {
  const { clock } = useDevice()
  return (
    <SegmentedFilter<'coming' | 'all'>
      label="Which to import"
      options={[
        { value: 'coming', label: 'Today and later' },
        { value: 'all', label: 'All' },
      ]}
      value={from === null ? 'all' : 'coming'}
      onChange={(which) => running.askAgain({ from: which === 'all' ? null : dateOfInstant(clock.now()) })}
    />
  )
}

/** Asked where no day of the file tells it. */
function OrderOfDates({ running, file: { dates = null, given } }: { running: Import; file: ChosenFile }) {
  if (dates === null) return null
  const order = given['dates'] ?? dates
  return (
    <>
      <p className={styles.caption}>
        3/11/2026 is read as {order === 'day-first' ? 'November 3, 2026' : 'March 11, 2026'}.
      </p>
      <SegmentedFilter
        label="Order of dates"
        options={[
          { value: 'month-first', label: 'Month first' },
          { value: 'day-first', label: 'Day first' },
        ]}
        value={order}
        onChange={(dates) => running.askAgain({ given: { ...given, dates } })}
      />
    </>
  )
}

function buttonWords(screen: ScreenKind, { creates, merges }: ImportPlan): string {
  const [made, merged] = [creates.length, merges.length].map((count) => formatNumber(count))
  const titled = (count: number) =>
    formatImportCount(screen, count).replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
  if (creates.length > 0 && merges.length > 0) return `Import ${made}, Update ${merged}`
  if (creates.length > 0) return `Import ${titled(creates.length)}`
  return merges.length > 0 ? `Update ${titled(merges.length)}` : 'Nothing to Import'
}

function summaryOf({ records, refused, over }: NonNullable<ImportPreviewProps['judged']>): string {
  const count = (verdict: Judged['verdict']) => records.filter((one) => one.verdict === verdict).length
  const parts = [
    [count('new'), 'new'],
    [count('known'), 'already here'],
    [count('repeat'), 'in the file twice'],
    [refused.length, 'cannot be imported'],
    [over, 'already past'],
  ] as const
  const said = parts.filter(([number]) => number > 0).map(([number, words]) => `${formatNumber(number)} ${words}`)
  return said.length === 0 ? 'There is nothing to import in this file.' : said.join(' · ')
}

type ColumnsProps = { table: ReadTable; missing: string | null; onMean: (meanings: string[]) => void }

/** What each column means: guessed from its heading, and changed by the agent. Columns without anything in them are not shown. */
function Columns({ table, missing, onMean }: ColumnsProps) {
  const filled = table.headings
    .map((heading, column) => ({ heading, column, samples: table.samples[column] ?? [] }))
    .filter(({ samples }) => samples.length > 0)
  const used = filled.filter(({ column }) => table.meanings[column] !== 'unused')
  // Open as it began: it must not shut under the agent who is saying what the columns hold.
  const [wasUnclear] = useState(missing !== null)
  return (
    <Card>
      <details className={styles.columns} open={wasUnclear}>
        <summary>
          <h2>Columns</h2>
          <span className={styles.caption}>{missing ?? `${used.length} of ${filled.length} are used`}</span>
        </summary>
        <ul className={styles.meanings}>
          {filled.map(({ heading, column, samples }) => (
            <li key={column}>
              <SelectField
                label={heading || `Column ${column + 1}`}
                hint={samples.join(' · ')}
                value={table.meanings[column]}
                onChange={({ currentTarget }) => onMean(table.meanings.with(column, currentTarget.value))}
              >
                {Object.entries(table.words).map(([meaning, words]) => (
                  <option key={meaning} value={meaning}>
                    {words}
                  </option>
                ))}
              </SelectField>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
