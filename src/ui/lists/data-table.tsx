/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   a table that is drawn as blocks loses its roles unless they are said */
import { Fragment, type Key, type ReactNode } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './data-table.module.css'

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
