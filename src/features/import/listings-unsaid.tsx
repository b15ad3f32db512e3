import { Card } from '#ui/layout/card.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import styles from './import.module.css'
import type { UnsaidProps } from './screen-kind.ts'

/** What the status “C” means, which each listing service says of something else. */
export function ListingsUnsaid({ given, onGive }: UnsaidProps) {
  return (
    <Card title="Not clear in the file">
      <div className={styles.body}>
        <SelectField
          label="Status “C”"
          hint="Some MLSs write it for closed listings, others for contingent or canceled ones."
          value={given['status'] ?? ''}
          onChange={({ currentTarget }) => onGive({ ...given, status: currentTarget.value })}
        >
          <option value="">Choose what it means</option>
          <option value="Sold">Closed</option>
          <option value="Pending">Contingent</option>
          <option value="Cancelled">Canceled, not imported</option>
        </SelectField>
      </div>
    </Card>
  )
}
