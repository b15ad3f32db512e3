import { type ListedBy, listedByFormSchema } from '#core/contract/listing.ts'
import { changeRecord } from '#records/saving/commands.ts'
import { listedByLabels } from '#records/homes/add-home-to-show.ts'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { offerToUndo } from '#records/saving/save-with-undo.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow } from '#storage/database/rows.ts'
import { DialogForm } from '#ui/form/record-form.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { addressOf } from '#features/listings/list/listing-row-kinds.ts'

type ListedBySheetProps = { listing: ListingRow; listedBy: ListedBy; onClose: () => void }

export function ListedBySheet({ listing, listedBy, onClose }: ListedBySheetProps) {
  const device = useDevice()
  const form = useEntityForm<'listing', ListedBy, ListedBy>({
    entity: 'listing',
    record: listing,
    draftName: 'listed-by',
    schema: listedByFormSchema,
    opened: listedBy,
    labels: listedByLabels,
    save: async ({ opId, parsed }) => {
      const { key, ...opened } = listing
      const changes = { listed_by: parsed }
      const outcome = await changeRecord(device, 'listing', { opId, key, opened, changes })
      if (outcome === 'recorded') {
        const message = `The listing agent of ${addressOf(listing)} was saved.`
        offerToUndo(device, { entity: 'listing', record: listing, changes, title: 'Home Updated', message })
      }
      return outcome
    },
    onSaved: onClose,
  })
  return (
    <Sheet open title="Listed by" onClose={onClose}>
      <DialogForm form={form} label="Listed by" onCancel={onClose}>
        <RecordNotice entity="listing" recordKey={listing.key} />
        <TextField {...form.field('name')} autoComplete="off" />
        <TextField {...form.field('phone')} type="tel" autoComplete="off" />
        <TextField {...form.field('email')} type="email" autoComplete="off" />
        <TextField {...form.field('brokerage')} autoComplete="off" />
        <TextField {...form.field('mls_number')} autoComplete="off" />
        <TextField {...form.field('link')} type="url" autoComplete="off" />
      </DialogForm>
    </Sheet>
  )
}
