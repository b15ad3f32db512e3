import { useId, useRef, useState } from 'react'
import { realtorName } from '#core/domain/realtor-name.ts'
import { dateInWords, dateOfInstant, timeInWords } from '#core/domain/wall-clock.ts'
import { SectionProblems } from '#records/section-problems.tsx'
import { useDeletion } from '#records/use-deletion.tsx'
import { RecordMark } from '#records/record-mark.tsx'
import { useVisitLoad } from '#state/visit-loads.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow, ShowingRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PencilIcon, PlusIcon, TrashIcon } from '#ui/icon.tsx'
import { OnPhone, RowEnd, TableSection } from '#ui/table-section.tsx'
import { ShowingForm } from './showing-form.tsx'
import { useShowings } from './showings-queries.ts'

/** Which form is open; a showing to change, or the form of a new one. */
type Open = 'new' | ShowingRow | null

/** The showings of a listing and the form for another one. */
export function ShowingsSection({ listing }: { listing: ListingRow }) {
  const { clock } = useDevice()
  const showings = useShowings(listing.key)
  const load = useVisitLoad(listing.key, 'showing')
  const deletion = useDeletion('showing', {
    message: ({ client_email }) => `The showing for ${client_email} has been removed.`,
  })
  const [open, setOpen] = useState<Open>(null)
  const formId = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const hasFailed = showings?.length === 0 && load === 'failed'
  const failure = hasFailed ? 'Failed to load showings. Please try again.' : null
  const today = dateOfInstant(clock.now())

  function close() {
    setOpen(null)
    // The form takes its focus away with it.
    opener.current?.focus()
  }

  return (
    <TableSection
      title="Showings"
      actions={
        <Button
          ref={opener}
          aria-expanded={open === 'new'}
          aria-controls={open === 'new' ? formId : undefined}
          onClick={() => setOpen(open === 'new' ? null : 'new')}
        >
          <PlusIcon size={18} />
          New Showing
        </Button>
      }
      columns={columns({ today, onEdit: setOpen, onDelete: deletion.ask })}
      rows={load === 'asking' && showings?.length === 0 ? undefined : showings}
      rowKey={({ key }) => key}
      empty="No showings found for this listing."
    >
      {open !== null && (
        <ShowingForm
          key={open === 'new' ? 'new' : open.key}
          id={formId}
          listing={listing}
          showing={open === 'new' ? null : open}
          onClose={close}
        />
      )}
      <SectionProblems records={(showings ?? []).map(({ key }) => ['showing', key])} failure={failure} />
    </TableSection>
  )
}

type RowActions = {
  today: string
  onEdit: (showing: ShowingRow) => void
  onDelete: (showing: ShowingRow) => void
}

function columns({ today, onEdit, onDelete }: RowActions): TableColumn<ShowingRow>[] {
  const nameOf = (showing: ShowingRow) =>
    `showing of ${dateInWords(showing.showing_date, today)}, ${timeInWords(showing.start_time)}`
  return [
    { header: 'Date', phone: 'lead', cell: ({ showing_date }) => dateInWords(showing_date, today) },
    {
      header: 'Start Time',
      phone: 'end',
      cell: ({ start_time, end_time }) => (
        <>
          {timeInWords(start_time)}
          <OnPhone> – {timeInWords(end_time)}</OnPhone>
        </>
      ),
    },
    { header: 'End Time', phone: 'hidden', cell: ({ end_time }) => timeInWords(end_time) },
    {
      header: 'Client Email',
      phone: 'wide',
      cell: ({ key, client_email }) => (
        <>
          {client_email} <RecordMark entity="showing" recordKey={key} />
        </>
      ),
    },
    {
      header: 'Realtor',
      phone: 'wide',
      cell: (showing) => (
        <RowEnd
          actions={
            <>
              <IconButton label={`Edit ${nameOf(showing)}`} onClick={() => onEdit(showing)}>
                <PencilIcon size={18} />
              </IconButton>
              <IconButton label={`Delete ${nameOf(showing)}`} danger onClick={() => onDelete(showing)}>
                <TrashIcon size={18} />
              </IconButton>
            </>
          }
        >
          {realtorName(showing.realtor)}
        </RowEnd>
      ),
    },
  ]
}
