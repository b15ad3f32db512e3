import { DataTable, type DataTableProps } from './data-table.tsx'
import styles from './figures-table.module.css'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

type FiguresTableProps<Row> = DataTableProps<Row> & {
  /** What the figures are about, for screen readers. */
  subject?: string
}

/** A chart's numbers as a table, for people who cannot read the chart. */
export function FiguresTable<Row>({ subject, ...table }: FiguresTableProps<Row>) {
  return (
    <details className={styles.figures}>
      <summary>
        Show as table
        {subject !== undefined && <VisuallyHidden>: {subject}</VisuallyHidden>}
      </summary>
      <DataTable {...table} />
    </details>
  )
}
