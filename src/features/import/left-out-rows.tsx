import { textOf } from '#core/import/text-of.ts'
import { csvFile } from '#core/domain/text/csv.ts'
import type { Refused } from '#core/import/judge-file.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DownloadIcon } from '#ui/icons/icon.tsx'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import styles from './import.module.css'
import { LongTable } from './long-table.tsx'
import type { ScreenKind } from './screen-kind.ts'

type LeftOutProps = { refused: readonly Refused[]; name: string; as: ScreenKind['refusedAs'] }

function titleOf({ title }: Refused) {
  return <span className={styles.wrapped}>{title}</span>
}

/** "Email is required. (212) · Last Name is required. (3)": most of a phone's contacts miss the same. */
function reasonsIn(refused: readonly Refused[]): string {
  const counts = new Map<string, number>()
  for (const reason of refused.flatMap(({ reasons }) => reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostReasons)
    .map(([reason, count]) => `${reason} (${count.toLocaleString('en-US')})`)
    .join(' · ')
}

const mostReasons = 4

/** Lines that make nothing, each with its reason. */
export function LeftOut({ refused, name, as }: LeftOutProps) {
  function save(fields: NonNullable<ScreenKind['refusedAs']>) {
    // With our own headings, so that it can be mended and brought again.
    const rows = refused.map(({ line, said, reasons }) => [
      ...fields.map(([field]) => textOf(said?.[field])),
      String(line),
      reasons.join(' '),
    ])
    const heads = [...fields.map(([, heading]) => heading), 'Line', 'Reason']
    const table = csvFile([heads, ...rows])
    saveAsFile(new Blob([table], { type: 'text/csv;charset=utf-8' }), `left out of ${name.replace(/\.\w+$/, '')}.csv`)
  }
  return (
    <Card
      title={`Cannot be imported (${refused.length.toLocaleString('en-US')})`}
      actions={
        as !== null && (
          <Button onClick={() => save(as)}>
            <DownloadIcon size={18} />
            Download
          </Button>
        )
      }
      flush
    >
      <p className={styles.caption}>{reasonsIn(refused)}</p>
      <LongTable<Refused>
        label="Cannot be imported"
        rows={refused}
        rowKey={(one) => refused.indexOf(one)}
        columns={[
          { header: 'Name', phone: 'lead', cell: titleOf },
          {
            header: 'In the File',
            phone: 'end',
            align: 'end',
            cell: ({ line }) => `Line ${line.toLocaleString('en-US')}`,
          },
          { header: 'Reason', phone: 'wide', cell: ({ reasons }) => reasons.join(' ') },
        ]}
      />
    </Card>
  )
}
