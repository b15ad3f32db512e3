import { useEffect, useMemo, useRef } from 'react'
import type { JudgedPeople, JudgedPerson } from '#core/import/judge-people.ts'
import { type ImportPlan, planImport } from '#core/import/plan-import.ts'
import type { ReadFile } from '#files/file-reader.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { Columns } from './columns.tsx'
import { Duplicates } from './duplicates.tsx'
import styles from './import.module.css'
import { LeftOut } from './left-out.tsx'
import { LongTable } from './long-table.tsx'
import { choiceOf, type Import, sizeOf } from './use-import.ts'

type ImportPreviewProps = {
  name: string
  table: Extract<ReadFile, { kind: 'table' }> | null
  /** Null while the file's people are held against the clients. */
  judged: JudgedPeople | null
  clients: Import
}

const columns: TableColumn<JudgedPerson>[] = [
  {
    header: 'Name',
    phone: 'lead',
    cell: ({ person }) => `${person.first_name} ${person.last_name}`,
  },
  { header: 'Category', phone: 'end', cell: ({ person }) => person.category },
  {
    header: 'Email and phone',
    phone: 'wide',
    cell: ({ person }) => [person.email, person.phone_number].filter(Boolean).join(' · '),
  },
  {
    header: 'Notes',
    phone: 'wide',
    cell: ({ person }) => <span className={styles.notes}>{person.notes}</span>,
  },
]

const nobody: JudgedPerson[] = []

/** What an import would do, before it does it. */
export function ImportPreview({ name, table, judged, clients }: ImportPreviewProps) {
  const { choices } = clients
  const summary = useRef<HTMLOutputElement>(null)
  // What was chosen has gone from the page, and the focus with it.
  useEffect(() => summary.current?.focus(), [])
  const people = judged?.people ?? nobody
  const plan = useMemo(() => planImport(people, (line, one) => choiceOf(choices, line, one)), [people, choices])
  const size = sizeOf(plan)
  const fresh = people.filter(({ verdict }) => verdict === 'new')
  return (
    <>
      <Card title={name}>
        <div className={styles.body}>
          <output className={styles.summary} ref={summary} tabIndex={-1}>
            {judged === null ? 'Comparing with your clients…' : summaryOf(judged)}
          </output>
          <div className={styles.buttons}>
            <Button
              variant="primary"
              busy={judged === null}
              busyLabel="Comparing..."
              aria-disabled={size === 0 || undefined}
              onClick={() => (size === 0 ? undefined : void clients.run())}
            >
              {buttonWords(plan)}
            </Button>
            <Button onClick={clients.startOver}>Choose Another File</Button>
          </div>
        </div>
      </Card>
      {table !== null && <Columns table={table} onMean={clients.meanColumn} />}
      <Duplicates people={people} clients={clients} />
      {judged !== null && judged.refused.length > 0 && <LeftOut refused={judged.refused} name={name} />}
      {fresh.length > 0 && (
        <Card title={`New (${fresh.length.toLocaleString('en-US')})`} flush>
          <LongTable<JudgedPerson> label="New clients" rows={fresh} rowKey={({ line }) => line} columns={columns} />
        </Card>
      )}
    </>
  )
}

function buttonWords({ creates, merges }: ImportPlan): string {
  const [made, merged] = [creates.length, merges.length].map((count) => count.toLocaleString('en-US'))
  if (creates.length > 0 && merges.length > 0) return `Import ${made}, Update ${merged}`
  if (creates.length > 0) return `Import ${made} ${creates.length === 1 ? 'Client' : 'Clients'}`
  return merges.length > 0 ? `Update ${merged} ${merges.length === 1 ? 'Client' : 'Clients'}` : 'Nothing to Import'
}

function summaryOf({ people, refused }: JudgedPeople): string {
  const count = (verdict: JudgedPerson['verdict']) => people.filter((one) => one.verdict === verdict).length
  const parts = [
    [count('new'), 'new'],
    [count('known'), 'already here'],
    [count('repeat'), 'in the file twice'],
    [refused.length, 'cannot be imported'],
  ] as const
  const said = parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number.toLocaleString('en-US')} ${words}`)
  return said.length === 0 ? 'Nobody is in this file.' : said.join(' · ')
}
