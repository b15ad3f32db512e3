/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   a table that is drawn as blocks loses its roles unless they are said */
import { Fragment, type Key, type ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './data-table.module.css'
import { Card } from '#ui/layout/card.tsx'

export type TableColumn<Row> = {
  /** The heading; also names the column for React. */
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /**
   * Where the cell goes on a phone, where a row is a block of two lines: `lead` bold on the left, `end` on the right,
   * `wide` below over both, `hidden` when another cell already says it.
   */
  phone: 'lead' | 'end' | 'wide' | 'hidden'
}

export type DataTableProps<Row> = {
  /** The accessible name. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Marks a row that matters less than the others. */
  isQuiet?: ((row: Row) => boolean) | undefined
  /** The heading above the first of the rows that belong together; null for those that need none. */
  groupOf?: ((row: Row) => string | null) | undefined
}

/** Rows and columns; on a phone each row becomes a block. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, isQuiet, groupOf } = props
  const groups = rows.map((row) => groupOf?.(row) ?? null)
  return (
    <table className={styles.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.header} scope="col" role="columnheader" data-align={column.align}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <Fragment key={rowKey(row)}>
            {groups[index] && groups[index] !== groups[index - 1] && (
              <tr role="row" className={styles.group}>
                <th scope="rowgroup" role="rowheader" colSpan={columns.length}>
                  {groups[index]}
                </th>
              </tr>
            )}
            <tr role="row" data-quiet={isQuiet?.(row) || undefined}>
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  className={classNames(styles[column.phone])}
                  data-align={column.align}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

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
