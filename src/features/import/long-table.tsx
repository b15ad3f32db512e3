import { useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { DataTable, type DataTableProps } from '#ui/lists/data-table.tsx'
import styles from './import.module.css'

const firstShown = 20
const moreShown = 200

/** A table whose first rows stand there at once, and whose others when they are asked for. */
export function LongTable<Row>({ rows, ...table }: DataTableProps<Row>) {
  const [shown, setShown] = useState(firstShown)
  const left = rows.length - shown
  return (
    <>
      <DataTable {...table} rows={rows.slice(0, shown)} />
      {left > 0 && (
        <div className={styles.more}>
          <Button variant="quiet" onClick={() => setShown(shown + moreShown)}>
            Show {Math.min(left, moreShown).toLocaleString('en-US')} more of {left.toLocaleString('en-US')}
          </Button>
        </div>
      )}
    </>
  )
}
