/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   a table that is drawn as blocks loses its roles unless they are said */
import type { Key, ReactNode } from 'react'
import { classNames } from './class-names.ts'
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
  /** Marks a row that is only on this device. */
  isPencil?: (row: Row) => boolean
}

/** Rows and columns; on a phone each row becomes a block. */
export function DataTable<Row>({ label, columns, rows, rowKey, isPencil }: DataTableProps<Row>) {
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
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" data-pencil={isPencil?.(row) || undefined}>
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
        ))}
      </tbody>
    </table>
  )
}
