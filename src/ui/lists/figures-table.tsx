import { DataTable, type DataTableProps } from './data-table.tsx'
import styles from './figures-table.module.css'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

type FiguresTableProps<Row> = DataTableProps<Row> & {
  /** Whose figures they are, for who cannot see the chart above. */
  of?: string
}

/** The figures of a chart, for whom a table says more. */
export function FiguresTable<Row>({ of, ...table }: FiguresTableProps<Row>) {
  return (
    <details className={styles.figures}>
      <summary>
        Show as table
        {of !== undefined && <VisuallyHidden>: {of}</VisuallyHidden>}
      </summary>
      <DataTable {...table} />
    </details>
  )
}
