import { useState } from 'react'
import { columnMeanings, type ColumnMeaning } from '#core/import/person-columns.ts'
import type { ReadFile } from '#files/file-reader.ts'
import { Card } from '#ui/card.tsx'
import { SelectField } from '#ui/select-field.tsx'
import styles from './import.module.css'

type Table = Extract<ReadFile, { kind: 'table' }>
type ColumnsProps = { table: Table; onMean: (column: number, meaning: ColumnMeaning) => void }

const meanings = Object.entries(columnMeanings) as [ColumnMeaning, string][]

/** What each column means: guessed from its heading, and changed by the agent. Columns without anything in them are not shown. */
export function Columns({ table, onMean }: ColumnsProps) {
  const filled = table.headings
    .map((heading, column) => ({ heading, column, samples: table.samples[column] ?? [] }))
    .filter(({ samples }) => samples.length > 0)
  const used = filled.filter(({ column }) => table.meanings[column] !== 'unused')
  const isUnclear = !hasEnough(table.meanings)
  // Open as it began: it must not shut under the agent who is saying what the columns hold.
  const [wasUnclear] = useState(isUnclear)
  return (
    <Card>
      <details className={styles.columns} open={wasUnclear}>
        <summary>
          <h2>Columns</h2>
          <span className={styles.caption}>
            {isUnclear
              ? 'Say which columns hold the name and the email.'
              : `${used.length} of ${filled.length} are used`}
          </span>
        </summary>
        <ul className={styles.meanings}>
          {filled.map(({ heading, column, samples }) => (
            <li key={column}>
              <SelectField
                label={heading || `Column ${column + 1}`}
                hint={samples.join(' · ')}
                value={table.meanings[column]}
                onChange={({ currentTarget }) => onMean(column, currentTarget.value as ColumnMeaning)}
              >
                {meanings.map(([meaning, words]) => (
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

function hasEnough(chosen: readonly ColumnMeaning[]): boolean {
  const hasName = chosen.includes('full_name') || (chosen.includes('first_name') && chosen.includes('last_name'))
  return hasName && chosen.includes('email')
}
