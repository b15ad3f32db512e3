import { useRef } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import {
  type HomeFacts,
  HomeFields,
  homeFactsSchema,
  homeLabels,
  type HomeText,
  homeText,
} from '#records/homes/home-fields.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Button } from '#ui/basics/button.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { addProperty } from '#features/listings/listings-commands.ts'
import styles from './property-form.module.css'

type PropertyFormProps = {
  /** What the address begins as; a draft of another property does not hide it. */
  address?: string
  onSaved: (key: LocalKey) => void
  onCancel: () => void
}

const nowhere = { latitude: null, longitude: null, location_source: null }

/** A property that the catalog lacks; added on this device first, so it works without a network. */
export function PropertyForm({ address = '', onSaved, onCancel }: PropertyFormProps) {
  const device = useDevice()
  const saved = useRef<LocalKey | null>(null)
  const form = useEntityForm<'property', HomeText, HomeFacts>({
    entity: 'property',
    record: null,
    schema: homeFactsSchema(),
    below: address === '' ? undefined : address,
    opened: homeText({ address }),
    labels: homeLabels,
    save: async ({ opId, parsed }) => {
      saved.current = await addProperty(device, opId, { ...parsed, ...nowhere })
    },
    onSaved: () => saved.current !== null && onSaved(saved.current),
  })
  return (
    <RecordForm form={form} label="Add a property">
      <HomeFields form={form} />
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.state === 'saving'} busyLabel="Adding...">
          Add Property
        </Button>
      </div>
    </RecordForm>
  )
}
