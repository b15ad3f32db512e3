import { csvFile } from '#core/domain/csv.ts'
import type { RefusedPerson } from '#core/import/judge-people.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DownloadIcon } from '#ui/icon.tsx'
import { saveAsFile } from '#ui/save-as-file.ts'
import { LongTable } from './long-table.tsx'

type LeftOutProps = { refused: readonly RefusedPerson[]; name: string }

/** Lines that make no client, each with its reason. */
export function LeftOut({ refused, name }: LeftOutProps) {
  function save() {
    const rows = refused.map(({ line, name: said, email, reasons }) => [String(line), said, email, reasons.join(' ')])
    const table = csvFile([['Line', 'Name', 'Email', 'Reason'], ...rows])
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
          { header: 'Name', phone: 'lead', cell: (one) => one.name || one.email || 'Without a name' },
          { header: 'Line', phone: 'end', align: 'end', cell: ({ line }) => line.toLocaleString('en-US') },
          { header: 'Reason', phone: 'wide', cell: ({ reasons }) => reasons.join(' ') },
        ]}
      />
    </Card>
  )
}
