import { useEffect, type ReactNode, useRef, useState } from 'react'
import { agentAsRealtor } from '#core/domain/account/realtor-name.ts'
import { useSession } from '#state/session.ts'
import type { ListingRow, RowOf } from '#storage/database/rows.ts'
import type { FormValues } from '#ui/form/use-form-draft.ts'
import { InlineForm } from '#ui/form/inline-form.tsx'
import type { RecordForm, RecordFormOptions } from '#ui/form/use-record-form.ts'
import { TextField } from '#ui/fields/field.tsx'
import { DateField } from './date-field.tsx'
import { RecordNotice, NotSentNote } from '#records/states/record-notice.tsx'
import { formLabels } from '#records/record-labels.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { HomeAddress } from '#core/domain/travel/place-of-home.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useClashes } from '#storage/schedule/use-day.ts'
import { visitKey } from '#storage/schedule/visits-of-day.ts'
import { ClashWarning } from '#ui/feedback/clash-warning.tsx'
import { timeOfMinutes } from '#core/domain/time/default-times.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'
import { Link } from '@tanstack/react-router'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { streetOrderKey } from '#core/domain/listings/listing-display.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { ownListings } from '#storage/homes/homes-to-show.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import styles from './visit-form.module.css'
import { AddHomeButton } from '#records/homes/add-home-button.tsx'
import { useLoadState, listingsNotHere, noListingsYet } from '#records/states/load-state.tsx'
import { useRowsWithOpen } from '#records/use-rows-with-open.ts'

type VisitFormProps<Entity extends 'showing' | 'open_house', Values extends FormValues, Parsed> = Pick<
  RecordFormOptions<Values, Parsed>,
  'schema' | 'opened' | 'labels'
> & {
  id: string
  entity: Entity
  listing: ListingRow
  /** Null for a new visit. */
  record: RowOf[Entity] | null
  /** The name of the date's field. */
  dateField: keyof Values & string
  /** The length of a new visit until the agent changes its end time. */
  usualMinutes: number
  onClose: () => void
  /** The name of a new visit's draft, for a form whose listing can still be changed. By default, each listing has its own draft. */
  draftName?: string | undefined
  children?: (form: RecordForm<Values, Parsed>) => ReactNode
}

/** The inline form of a showing or an open house. */
export function VisitForm<
  Entity extends 'showing' | 'open_house',
  Values extends FormValues & { start_time: string; end_time: string },
  Parsed extends object,
>(props: VisitFormProps<Entity, Values, Parsed>) {
  const { id, entity, listing, record, draftName, schema, opened, labels } = props
  const { dateField, usualMinutes, onClose, children } = props
  const user = useSession((session) => session.user)
  const form = useEntityForm<Entity, Values, Parsed>({
    entity,
    record,
    createdFor: listing.key,
    draftName,
    newRecordExtras: () => ({
      references: { listing: { entity: 'listing', key: listing.key } },
      shown: { listing_address: listing.property.address ?? '', realtor: user === null ? null : agentAsRealtor(user) },
    }),
    schema,
    opened,
    labels,
    onSaved: onClose,
  })
  useEndWithStart(form, usualMinutes)
  return (
    <InlineForm
      id={id}
      form={form}
      {...formLabels(entity, record === null)}
      onCancel={onClose}
      notice={
        <>
          {record === null ? (
            <RecordNotice entity="listing" recordKey={listing.key} newChildKind={entity} />
          ) : (
            <RecordNotice entity={entity} recordKey={record.key} />
          )}
          <NotSentNote entity={entity} work={record === null ? 'create' : 'update'} />
          <Clashes form={form} entity={entity} record={record} dateField={dateField} home={listing.property} />
        </>
      }
    >
      <DateField form={form} name={dateField} />
      <TextField {...form.field('start_time')} type="time" required />
      <TextField {...form.field('end_time')} type="time" required />
      {children?.(form)}
    </InlineForm>
  )
}

type ClashesProps<Values extends FormValues, Parsed> = {
  form: RecordForm<Values, Parsed>
  entity: Parameters<typeof visitKey>[0]
  /** The changed record, which does not clash with itself; null for a new one. */
  record: { key: LocalKey } | null
  dateField: keyof Values & string
  /** Null if the visit is not at a home. */
  home: HomeAddress | null
  /** The field with an appointment's location. */
  locationField?: (keyof Values & string) | undefined
}

/** Shows other plans of the agent at the form's date and times. */
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

type Times = { start_time: string; end_time: string }

/** Moves the end time with the start time, so that the length stays the same: that of the opened times, or `usualMinutes` if these have none. */
export function useEndWithStart<Values extends FormValues & Times, Parsed>(
  form: RecordForm<Values, Parsed>,
  usualMinutes: number,
): void {
  const times = form.form as unknown as UseFormReturn<Times>
  const lastStart = useRef(times.getValues('start_time'))
  const length = useRef(usualMinutes)
  useEffect(() => {
    function readLength({ start_time, end_time }: Times): void {
      if (start_time === '' || end_time <= start_time) return
      // An end time that was cut off at midnight does not change the length.
      const planned = [length.current, usualMinutes].find((minutes) => isEndOf(end_time, start_time, minutes))
      length.current = planned ?? minutesOfDay(end_time) - minutesOfDay(start_time)
    }
    readLength(times.getValues())
    return times.subscribe({
      formState: { values: true },
      callback: ({ name, values }) => {
        const { start_time } = values
        // The value is empty while the agent types a time.
        if (start_time === '') return
        const before = lastStart.current
        lastStart.current = start_time
        if (name !== 'start_time') return readLength(values)
        if (start_time !== before) {
          times.setValue('end_time', endAfter(start_time, length.current), { shouldDirty: true })
        }
      },
    })
  }, [times, usualMinutes])
}

function endAfter(start_time: string, minutes: number): string {
  return timeOfMinutes(minutesOfDay(start_time) + minutes)
}

function isEndOf(end_time: string, start_time: string, minutes: number): boolean {
  return end_time.slice(0, 5) === endAfter(start_time, minutes)
}

type ChooseListingProps = {
  id: string
  offersHomesToShow: boolean
  children: (listing: ListingRow) => ReactNode
}

/** Lets the agent choose a listing; then shows `children`, the form for this listing. */
export function ChooseListing({ id, offersHomesToShow, children }: ChooseListingProps) {
  const { database } = useDevice()
  const areListingsLoaded = useLoadState('listing') === 'known'
  const [key, setKey] = useState('')
  const listings = useRowsWithOpen(
    useLiveQuery(
      () => (offersHomesToShow ? database.listings.toArray() : ownListings(database)),
      [database, offersHomesToShow],
    ),
    (row) => row.key === key,
  )
  const listing = listings?.find((row) => row.key === key)
  const offered = listings?.filter((row) => row.status !== 'Sold' || row.key === key)
  return (
    <div id={id} className={styles.form}>
      <SelectField
        id={`${id}-listing`}
        label="Listing"
        hint={offered?.length === 0 ? emptyListHint(listings, areListingsLoaded) : undefined}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      >
        <option value="">Choose a listing</option>
        {offered
          ?.toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1))
          .map((row) => (
            <option key={row.key} value={row.key}>
              {addressOf(row)}
              {isListedByOther(row) && ' · home I show'}
            </option>
          ))}
      </SelectField>
      {offered?.length === 0 && areListingsLoaded && (
        <p>
          <Link to="/listings/new" className={buttonClass()}>
            Create New Listing
          </Link>
        </p>
      )}
      {offersHomesToShow && listing === undefined && <AddHomeButton onAdded={(added) => setKey(added.key)} />}
      {listing !== undefined && children(listing)}
    </div>
  )
}

function emptyListHint(listings: readonly ListingRow[] | undefined, areListingsLoaded: boolean): string {
  if (listings !== undefined && listings.length > 0) return 'All of your listings are sold.'
  return areListingsLoaded ? noListingsYet : listingsNotHere
}

function sortKeyOf(listing: ListingRow): string {
  return streetOrderKey(addressOf(listing))
}

function addressOf({ property }: { property: { address?: string } }): string {
  return property.address ?? 'A listing'
}
