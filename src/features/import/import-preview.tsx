import { useMemo, useState } from 'react'
import {
  type ImportPlan,
  planImport,
  type JudgedRecord,
  type DuplicateChoice,
  type RefusedLine,
} from '#core/import/plan-import.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { takeFocus } from '#ui/hooks/move-focus.ts'
import styles from './import.module.css'
import type { ScreenKind, Duplicate } from './screen-kind.ts'
import { choiceOf, type Import, type ChosenFile, formatImportCount, type ImportStep, sizeOf } from './use-import.ts'
import type { ReadTable } from '#files/file-reader.ts'
import { SelectField } from '#ui/fields/select-field.tsx'
import { formatNumber } from '#core/format/numbers.ts'
import { DataTable, type TableColumn, type DataTableProps } from '#ui/lists/data-table.tsx'
import { textOf } from '#core/import/imported-records.ts'
import { csvFile } from '#core/domain/text/csv.ts'
import { DownloadIcon } from '#ui/icons/icon.tsx'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'

type ImportPreviewProps = Omit<Extract<ImportStep, { at: 'preview' }>, 'at'> & { running: Import }

const noRecords: JudgedRecord[] = []

export function ImportPreview({ file, judged, running }: ImportPreviewProps) {
  const { screen, choices } = running
  const { name, table, remarks, comparisonRemark = null, missingFields = [], given } = file
  const { MissingFieldsForm } = screen
  // Of the fields that the file lacks, those for which the agent has chosen no value (`given`) yet.
  const fieldsToChoose = missingFields.filter((field) => (given[field] ?? '') === '')
  const records = judged?.records ?? noRecords
  const plan = useMemo(
    () => planImport(screen.kind, records, (line, one) => choiceOf(screen, choices, line, one)),
    [screen, records, choices],
  )
  const changeCount = fieldsToChoose.length > 0 ? 0 : sizeOf(plan)
  const newRecords = records.filter(({ verdict }) => verdict === 'new')
  const compareWith = (values: typeof given) => running.compareAgain({ given: values })
  return (
    <>
      <Card title={name}>
        <div className={styles.body}>
          <output className={styles.summary} ref={takeFocus} tabIndex={-1}>
            {judged === null ? `Comparing with your ${screen.plural}...` : summaryOf(judged, fieldsToChoose)}
          </output>
          {[...remarks, ...(comparisonRemark === null ? [] : [comparisonRemark])].map((words) => (
            <p key={words} className={styles.caption}>
              {words}
            </p>
          ))}
          {screen.mayContainPastDates && <StartDateFilter running={running} from={file.from} />}
          <OrderOfDates running={running} file={file} />
          <div className={styles.buttons}>
            <Button
              variant="primary"
              busy={judged === null}
              busyLabel="Comparing..."
              aria-disabled={changeCount === 0 || undefined}
              onClick={() => (changeCount === 0 ? undefined : void running.run())}
            >
              {fieldsToChoose.length === 0 ? buttonWords(screen, plan) : 'Import'}
            </Button>
            <Button onClick={running.startOver}>Choose Another File</Button>
          </div>
        </div>
      </Card>
      {MissingFieldsForm !== undefined && missingFields.length > 0 && (
        <MissingFieldsForm missingFields={missingFields} given={given} onGive={compareWith} />
      )}
      {table !== null && file.missingMessage !== undefined && (
        <Columns
          table={table}
          missingMessage={file.missingMessage}
          onMean={(meanings) => running.compareAgain({ meanings })}
        />
      )}
      <Duplicates records={records} running={running} />
      {judged !== null && judged.refused.length > 0 && fieldsToChoose.length === 0 && (
        <LeftOut refused={judged.refused} name={name} as={screen.refusedFileColumns} />
      )}
      {newRecords.length > 0 && <NewRecords newRecords={newRecords} screen={screen} />}
    </>
  )
}

function NewRecords({ newRecords, screen }: { newRecords: readonly JudgedRecord[]; screen: ScreenKind }) {
  return (
    <Card title={`New (${formatNumber(newRecords.length)})`} flush>
      <LongTable<JudgedRecord>
        label={`New ${screen.plural}`}
        rows={newRecords}
        rowKey={(one) => newRecords.indexOf(one)}
        columns={screen.columns}
      />
    </Card>
  )
}

/** Lets the agent choose whether past events are imported. By default they are not (`from` is today), because they are rarely needed. */
function StartDateFilter({ running, from }: { running: Import; from: string | null }) {
  const { clock } = useDevice()
  return (
    <SegmentedFilter<'coming' | 'all'>
      label="Which to import"
      options={[
        { value: 'coming', label: 'Today and later' },
        { value: 'all', label: 'All' },
      ]}
      value={from === null ? 'all' : 'coming'}
      onChange={(which) => running.compareAgain({ from: which === 'all' ? null : dateOfInstant(clock.now()) })}
    />
  )
}

/** Lets the agent choose between month first and day first; shown if the dates in the file do not decide it. */
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
        onChange={(dates) => running.compareAgain({ given: { ...given, dates } })}
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

function summaryOf(
  { records, refused, pastEvents }: NonNullable<ImportPreviewProps['judged']>,
  fieldsToChoose: readonly string[],
): string {
  if (fieldsToChoose.length > 0) return `Choose the ${fieldsToChoose.join(' and the ')} below.`
  const count = (verdict: JudgedRecord['verdict']) => records.filter((one) => one.verdict === verdict).length
  const parts = [
    [count('new'), 'new'],
    [count('known'), 'already here'],
    [count('repeat'), 'in the file twice'],
    [refused.length, 'cannot be imported'],
    [pastEvents, 'already past'],
  ] as const
  const texts = parts.filter(([number]) => number > 0).map(([number, words]) => `${formatNumber(number)} ${words}`)
  return texts.length === 0 ? 'There is nothing to import in this file.' : texts.join(' · ')
}

type ColumnsProps = { table: ReadTable; missingMessage: string | null; onMean: (meanings: string[]) => void }

/** Lets the agent correct the meaning of each column, which was guessed from its heading. Empty columns are not shown. */
function Columns({ table, missingMessage, onMean }: ColumnsProps) {
  const filled = table.headings
    .map((heading, column) => ({ heading, column, samples: table.samples[column] ?? [] }))
    .filter(({ samples }) => samples.length > 0)
  const used = filled.filter(({ column }) => table.meanings[column] !== 'unused')
  // The initial state, so that the section does not close while the agent edits it.
  const [wasUnclear] = useState(missingMessage !== null)
  return (
    <Card>
      <details className={styles.columns} open={wasUnclear}>
        <summary>
          <h2>Columns</h2>
          <span className={styles.caption}>{missingMessage ?? `${used.length} of ${filled.length} are used`}</span>
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
                {Object.entries(table.meaningLabels).map(([meaning, words]) => (
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

type DuplicatesProps = { records: readonly JudgedRecord[]; running: Import }

function Duplicates({ records, running }: DuplicatesProps) {
  const { screen, choices } = running
  const duplicates = records.filter((one) => isToDecide(one, screen.kind.canMerge))
  if (duplicates.length === 0) return null
  const choicesMade = new Set(duplicates.map((one) => choiceOf(screen, choices, one.line, one)))
  const [onlyChoice] = choicesMade
  return (
    <Card title={`To decide (${formatNumber(duplicates.length)})`} flush>
      <div className={styles.all}>
        <h3>For all of them</h3>
        <SegmentedFilter<DuplicateChoice | ''>
          label="For all of them"
          options={screen.choices}
          value={choicesMade.size === 1 ? (onlyChoice ?? '') : ''}
          onChange={(choice) => (choice === '' ? undefined : running.chooseAll(choice))}
        />
        <p className={styles.caption}>{screen.mergeHint}</p>
      </div>
      <LongTable<Duplicate>
        label="To decide"
        rows={duplicates}
        // All occurrences of a repeating event have the same line, so the line is not unique.
        rowKey={(one) => duplicates.indexOf(one)}
        columns={columnsOf(running)}
      />
    </Card>
  )
}

function columnsOf({ screen, choices, chooseLine }: Import): TableColumn<Duplicate>[] {
  return [
    ...screen.columns.slice(0, 3),
    { header: 'Why', phone: 'wide', cell: screen.duplicateReason },
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

/** Whether the agent must decide about a record. Not if it is new, or merging it would add nothing to a record that is certainly the same. */
function isToDecide(one: JudgedRecord, canMerge: boolean): one is Duplicate {
  return one.verdict === 'repeat' || (one.verdict === 'known' && (one.hasMore || !one.isSure || !canMerge))
}

const firstShown = 20
const moreShown = 200

function LongTable<Row>({ rows, ...table }: DataTableProps<Row>) {
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

/** `as`: fields and headings of the CSV file with the refused lines; null if there is no such file. */
type LeftOutProps = { refused: readonly RefusedLine[]; name: string; as: ScreenKind['refusedFileColumns'] }

function titleOf({ title }: RefusedLine) {
  return <span className={styles.wrapped}>{title}</span>
}

/** Returns the most frequent reasons: "Email is required. (212) · Last Name is required. (3)". */
function reasonsIn(refused: readonly RefusedLine[]): string {
  const counts = new Map<string, number>()
  for (const reason of refused.flatMap(({ reasons }) => reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxReasons)
    .map(([reason, count]) => `${reason} (${formatNumber(count)})`)
    .join(' · ')
}

const maxReasons = 4

function LeftOut({ refused, name, as }: LeftOutProps) {
  function save(fields: NonNullable<ScreenKind['refusedFileColumns']>) {
    // The headings are Fanlight's, not the file's, so that the agent can correct this file and import it.
    const rows = refused.map(({ line, record, reasons }) => [
      ...fields.map(([field]) => textOf(record?.[field])),
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
      <LongTable<RefusedLine>
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
