import type { ReactNode } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import styles from './table-section.module.css'

type TableSectionProps<Row> = Omit<DataTableProps<Row>, 'label' | 'rows'> & {
  /** Heads the section and names the table. */
  title: string
  actions: ReactNode
  /** `undefined` while they are read. */
  rows: readonly Row[] | undefined
  /** What stands in place of the table without rows; null where it is not known that there are none. */
  empty: string | null
  /** Between the heading and the table: forms and warnings. */
  children?: ReactNode
}

/** A card with a table of records, and the forms that add to it. */
export function TableSection<Row>({ title, actions, rows, empty, children, ...table }: TableSectionProps<Row>) {
  return (
    <Card title={title} actions={actions} className={styles.section} flush>
      {children}
      {rows?.length === 0 && empty !== null && <p className={styles.empty}>{empty}</p>}
      {rows !== undefined && rows.length > 0 && <DataTable label={title} rows={rows} {...table} />}
    </Card>
  )
}

/** What belongs to a section and is no table, with the card's own margin around it. */
export function SectionNote({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>
}

/** The last cell of a row: its text, and the row's buttons at the end of the line. */
export function RowEnd({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={styles.rowEnd}>
      <span className={styles.text}>{children}</span>
      <span className={styles.actions}>{actions}</span>
    </div>
  )
}

/** What only the block of a phone shows, where the column that says it elsewhere is hidden. */
export function OnPhone({ children }: { children: ReactNode }) {
  return <span className={styles.onPhone}>{children}</span>
}
