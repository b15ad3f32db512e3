import { useCallback, useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { FormValues } from '#ui/form/form-draft.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import type { TourFormValues } from './tour-form-values.ts'
import { lengthsToText, textToLengths, withLength } from '#features/tours/timeline/visit-lengths.ts'

/** How long single homes are visited, as the form of a tour holds it. `setLength` is always the same function. */
export function useVisitLengths<Values extends FormValues & TourFormValues, Parsed>({
  form,
}: RecordForm<Values, Parsed>) {
  const { control, getValues, setValue } = form as unknown as UseFormReturn<TourFormValues>
  const text = useWatch({ control, name: 'visit_lengths' })
  const lengths = useMemo(() => textToLengths(text), [text])
  const setLength = useCallback(
    (listing: ListingId, minutes: number | null) => {
      const next = withLength(textToLengths(getValues('visit_lengths')), listing, minutes)
      setValue('visit_lengths', lengthsToText(next), { shouldDirty: true })
    },
    [getValues, setValue],
  )
  return { lengths, setLength }
}
