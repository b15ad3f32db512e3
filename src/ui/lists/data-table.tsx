/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   a table that CSS displays as blocks loses its roles unless they are set explicitly */
import { Fragment, type Key, type ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './data-table.module.css'
import { Card } from '#ui/layout/card.tsx'

export type TableColumn<Row> = {
  /** Column heading and React key. */
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** On a phone a row is a block: `lead` bold at the left, `end` at the right, `wide` below both; `hidden` if another cell repeats it. */
  phone: 'lead' | 'end' | 'wide' | 'hidden'
}

export type DataTableProps<Row> = {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  isMuted?: ((row: Row) => boolean) | undefined
  /** Heading of a row's group, shown above its first row; null without a group. */
  groupOf?: ((row: Row) => string | null) | undefined
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, isMuted, groupOf } = props
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
            <tr role="row" data-quiet={isMuted?.(row) || undefined}>
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
  title: string
  actions: ReactNode
  rows: readonly Row[] | undefined
  /** Shown instead of an empty table; null while the device may not have fetched all rows yet. */
  empty: string | null
  children?: ReactNode
}

/** A card with a table. It shows neither rows nor `empty` while `rows` is undefined. */
export function TableSection<Row>({ title, actions, rows, empty, children, ...table }: TableSectionProps<Row>) {
  return (
    <Card title={title} actions={actions} className={styles.section} flush>
      {children}
      {rows?.length === 0 && empty !== null && <p className={styles.empty}>{empty}</p>}
      {rows !== undefined && rows.length > 0 && <DataTable label={title} rows={rows} {...table} />}
    </Card>
  )
}

export function SectionNote({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>
}

export function CellWithActions({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={styles.rowEnd}>
      <span className={styles.text}>{children}</span>
      <span className={styles.actions}>{actions}</span>
    </div>
  )
}

/** Text in a cell that is shown only on a phone, where the column with this text is hidden. */
export function PhoneOnly({ children }: { children: ReactNode }) {
  return <span className={styles.onPhone}>{children}</span>
}
