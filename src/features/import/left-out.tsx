import type { ReactNode } from 'react'
import { csvFile } from '#core/domain/csv.ts'
import type { RefusedPerson } from '#core/import/judge-people.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DownloadIcon } from '#ui/icon.tsx'
import { saveAsFile } from '#ui/save-as-file.ts'
import styles from './import.module.css'
import { LongTable } from './long-table.tsx'

type LeftOutProps = { refused: readonly RefusedPerson[]; name: string }

const fields = ['first_name', 'last_name', 'email', 'phone_number', 'category', 'notes'] as const

function nameOf({ said }: RefusedPerson): ReactNode {
  const name = [said?.first_name, said?.last_name].filter(Boolean).join(' ') || said?.email || 'Without a name'
  return <span className={styles.wrapped}>{name}</span>
}

/** Lines that make no client, each with its reason. */
export function LeftOut({ refused, name }: LeftOutProps) {
  function save() {
    // With our own headings, so that it can be mended and brought again.
    const rows = refused.map(({ line, said, reasons }) => [
      ...fields.map((field) => said?.[field] ?? ''),
      String(line),
      reasons.join(' '),
    ])
    const heads = ['First Name', 'Last Name', 'Email', 'Phone Number', 'Category', 'Notes', 'Line', 'Reason']
    const table = csvFile([heads, ...rows])
    saveAsFile(new Blob([table], { type: 'text/csv;charset=utf-8' }), `left out of ${name.replace(/\.\w+$/, '')}.csv`)
  }
  return (
    <Card
      title={`Cannot be imported (${refused.length.toLocaleString('en-US')})`}
      actions={
        <Button onClick={save}>
          <DownloadIcon size={18} />
          Download
        </Button>
      }
      flush
    >
      <LongTable<RefusedPerson>
        label="Cannot be imported"
        rows={refused}
        rowKey={({ line }) => line}
        columns={[
          { header: 'Name', phone: 'lead', cell: nameOf },
          { header: 'Line', phone: 'end', align: 'end', cell: ({ line }) => `Line ${line.toLocaleString('en-US')}` },
          { header: 'Reason', phone: 'wide', cell: ({ reasons }) => reasons.join(' ') },
        ]}
      />
    </Card>
  )
}
