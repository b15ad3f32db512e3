import { visitorFormSchema } from '#core/contract/open-house-visit.ts'
import { visitorName } from '#core/domain/clients/visitor-as-client.ts'
import { RecordNotice } from '#records/states/record-notice.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OpenHouseVisitRow } from '#storage/database/rows.ts'
import { emailOfAnother } from '#ui/fields/email-of-another.ts'
import { InlineForm } from '#ui/form/inline-form.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { correctVisitor } from './open-houses-commands.ts'
import { alreadyThere, VisitorFields } from './visitor-form.tsx'

type VisitorValues = { client_email: string; name: string; phone_number: string }

const labels: VisitorValues = { client_email: 'Client Email', name: 'Name', phone_number: 'Phone Number' }

type CorrectVisitorProps = { id: string; visitor: OpenHouseVisitRow; onClose: () => void }

/** The form of who a visitor is: what was mistyped at the door is put right here. */
export function CorrectVisitor({ id, visitor, onClose }: CorrectVisitorProps) {
  const device = useDevice()
  const { client_email, name = '', phone_number = '' } = visitor
  const form = useEntityForm<'open_house_visit', VisitorValues, VisitorValues>({
    entity: 'open_house_visit',
    record: visitor,
    schema: visitorFormSchema,
    opened: { client_email, name, phone_number },
    labels,
    save: async ({ opId, parsed }) => {
      const outcome = await correctVisitor(device, { opId, visitor, person: parsed })
      return outcome === 'known' ? { fieldErrors: { client_email: alreadyThere } } : outcome
    },
    onSaved: onClose,
  })
  return (
    <InlineForm
      id={id}
      form={form}
      label={`Edit ${visitorName(visitor)}`}
      submitLabel="Save"
      busyLabel="Saving..."
      onCancel={onClose}
      notice={<RecordNotice entity="open_house_visit" recordKey={visitor.key} />}
    >
      <VisitorFields form={form} />
      <TextField {...form.field('client_email')} {...emailOfAnother} required />
    </InlineForm>
  )
}
