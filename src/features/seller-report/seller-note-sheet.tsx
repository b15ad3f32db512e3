import { type SellerNote, sellerNoteSchema } from '#core/contract/listing.ts'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useIsPlainServer } from '#state/connection.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { DialogForm } from '#ui/form/record-form.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { TextArea } from '#ui/fields/field.tsx'

/** Edits the note to the seller. It is a field of the listing, so it is saved offline like all others. */
export function SellerNoteSheet({ listing, onClose }: { listing: ListingRow; onClose: () => void }) {
  const isPlain = useIsPlainServer()
  const form = useEntityForm<'listing', SellerNote, SellerNote>({
    entity: 'listing',
    record: listing,
    draftName: 'note',
    schema: sellerNoteSchema,
    opened: { seller_note: listing.seller_note ?? '' },
    labels: { seller_note: 'Your Note' },
    onSaved: onClose,
  })

  return (
    <Sheet open title="Note to the seller" onClose={onClose}>
      <DialogForm form={form} label="Note to the seller" onCancel={onClose}>
        <RecordNotice entity="listing" recordKey={listing.key} />
        <TextArea
          {...form.field('seller_note')}
          rows={4}
          hint={
            isPlain
              ? 'The note stays on this device: this server does not keep notes.'
              : 'It stays on the report until you change it.'
          }
        />
      </DialogForm>
    </Sheet>
  )
}
