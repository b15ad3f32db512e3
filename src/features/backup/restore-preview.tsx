import { useState } from 'react'
import type { RestorePlan } from '#core/backup/plan-restore.ts'
import { kinds } from '#core/kinds/all-kinds.ts'
import type { OpenBackup } from '#files/read-backup.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { takeFocus } from '#ui/hooks/take-focus.ts'
import styles from './backup.module.css'
import { counted, pluralOf } from './backup-words.ts'
import type { Restore } from './use-restore.ts'

type RestorePreviewProps = {
  backup: OpenBackup
  plan: RestorePlan
  /** Compared with a device that had not fetched everything: what has not come yet would be restored a second time. */
  isEarly: boolean
  restore: Restore
}

/** What a backup has, what of it is new here, and what differs. */
export function RestorePreview({ backup, plan, isEarly, restore }: RestorePreviewProps) {
  const [putsBack, setPutsBack] = useState(false)
  const { manifest } = backup
  const rows = [...plan.counts]
    .map(([entity, counts]) => ({ entity, counts }))
    .filter(({ counts }) => Object.values(counts).some((count) => count > 0))
  const left = rows.reduce((sum, { counts }) => sum + counts.left, 0)
  const total = plan.creates.length + (putsBack ? plan.changes.length : 0)
  const madeOn = new Date(manifest.made_at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
  return (
    <Card title="What this backup would do">
      <div className={styles.body}>
        <p className={styles.wrapped} ref={takeFocus} tabIndex={-1}>
          Backup of {manifest.agent.name}, made {madeOn}{' '}
          {manifest.made_by === 'server' ? 'by the server' : 'on a device'}.
        </p>
        <DataTable
          label="What is in the backup"
          rows={rows}
          rowKey={({ entity }) => entity}
          columns={[
            { header: 'Records', cell: ({ entity }) => pluralOf(kinds[entity].word), phone: 'lead' },
            { header: 'Compared with this device', cell: ({ counts }) => inWords(counts), phone: 'wide' },
          ]}
        />
        {isEarly && (
          <Banner tone="warning">
            Not all of your records are on this device yet. Once they are, this backup is compared again and can be
            restored.
          </Banner>
        )}
        {left > 0 && (
          <Banner tone="warning">
            {counted(left, 'record')} cannot be restored: photos missing from the backup, or records whose home or
            client is neither in it nor on this device.
          </Banner>
        )}
        {plan.changes.length > 0 && (
          <CheckboxField
            label={`Put ${counted(plan.changes.length, 'record')} back as in the backup`}
            hint="They have changed since. Unless you choose this, they stay as they are here."
            checked={putsBack}
            onChange={({ currentTarget }) => setPutsBack(currentTarget.checked)}
          />
        )}
        <div className={styles.buttons}>
          <Button
            variant="primary"
            disabled={total === 0}
            aria-disabled={isEarly}
            onClick={() => (isEarly ? undefined : void restore.run({ backup, plan }, putsBack))}
          >
            {total === 0 ? 'Nothing to Restore' : `Restore ${counted(total, 'Record')}`}
          </Button>
          <Button onClick={restore.startOver}>Choose Another File</Button>
        </div>
      </div>
    </Card>
  )
}

type Counts = { new: number; same: number; differs: number; left: number }

/** '12 new · 48 the same · 1 different'. */
function inWords({ new: added, same, differs, left }: Counts): string {
  const parts = [
    [added, 'new'],
    [same, 'the same'],
    [differs, 'different'],
    [left, 'cannot be restored'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`)
  return said.join(' · ')
}
