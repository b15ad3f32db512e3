import type { Judged } from '#core/import/judge-file.ts'
import type { DuplicateChoice } from '#core/import/plan-import.ts'
import { SegmentedFilter } from '#ui/fields/segmented-filter.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import styles from './import.module.css'
import { choiceOf } from './import-step.ts'
import { LongTable } from './long-table.tsx'
import type { Duplicate } from './screen-kind.ts'
import type { Import } from './use-import.ts'

type DuplicatesProps = { records: readonly Judged[]; running: Import }

/** What seems to be there already, and what to do with each. */
export function Duplicates({ records, running }: DuplicatesProps) {
  const { screen, choices } = running
  const duplicates = records.filter((one) => isToDecide(one, screen.kind.canMerge))
  if (duplicates.length === 0) return null
  const chosen = new Set(duplicates.map((one) => choiceOf(screen, choices, one.line, one)))
  const [only] = chosen
  return (
    <Card title={`To decide (${duplicates.length.toLocaleString('en-US')})`} flush>
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
