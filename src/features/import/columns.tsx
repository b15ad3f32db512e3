import { useState } from 'react'
import type { ReadTable } from '#files/read-table.ts'
import { Card } from '#ui/layout/card.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import styles from './import.module.css'

type ColumnsProps = { table: ReadTable; missing: string | null; onMean: (meanings: string[]) => void }

/** What each column means: guessed from its heading, and changed by the agent. Columns without anything in them are not shown. */
export function Columns({ table, missing, onMean }: ColumnsProps) {
  const filled = table.headings
    .map((heading, column) => ({ heading, column, samples: table.samples[column] ?? [] }))
    .filter(({ samples }) => samples.length > 0)
  const used = filled.filter(({ column }) => table.meanings[column] !== 'unused')
  // Open as it began: it must not shut under the agent who is saying what the columns hold.
  const [wasUnclear] = useState(missing !== null)
  return (
    <Card>
      <details className={styles.columns} open={wasUnclear}>
        <summary>
          <h2>Columns</h2>
          <span className={styles.caption}>{missing ?? `${used.length} of ${filled.length} are used`}</span>
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
                {Object.entries(table.words).map(([meaning, words]) => (
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
