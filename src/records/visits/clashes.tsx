import { useWatch } from 'react-hook-form'
import type { HomeAddress } from '#core/domain/travel/place-of-home.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useClashes } from '#storage/schedule/use-clashes.ts'
import { visitKey } from '#storage/schedule/visits-of-day.ts'
import { ClashWarning } from '#ui/feedback/clash-warning.tsx'
import type { FormValues } from '#ui/form/form-draft.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'

type ClashesProps<Values extends FormValues, Parsed> = {
  form: RecordForm<Values, Parsed>
  entity: Parameters<typeof visitKey>[0]
  /** The record that is changed, which does not clash with itself; null for a new one. */
  record: { key: LocalKey } | null
  dateField: keyof Values & string
  /** Where the visit is; null when it is not at a home. */
  home: HomeAddress | null
  /** The field that says where an appointment is. */
  locationField?: (keyof Values & string) | undefined
}

/** What else the agent has planned at the date and times that stand in a form. */
export function Clashes<Values extends FormValues, Parsed>(props: ClashesProps<Values, Parsed>) {
  const { form, entity, record, dateField, home, locationField = '' } = props
  const typed = useWatch({ control: form.form.control }) as Readonly<Record<string, string | undefined>>
  const clashes = useClashes({
    key: visitKey(entity, record?.key ?? ''),
    date: typed[dateField] ?? '',
    start_time: typed['start_time'] ?? '',
    end_time: typed['end_time'] ?? '',
    home,
    location: typed[locationField],
  })
  return <ClashWarning clashes={form.state === 'saved' ? [] : clashes} />
}
