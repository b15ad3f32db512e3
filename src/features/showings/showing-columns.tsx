import { realtorName } from '#core/domain/account/realtor-name.ts'
import type { People } from '#core/domain/clients/people.ts'
import { dateInWords, timeInWords } from '#core/domain/time/wall-clock.ts'
import { Person } from '#records/people/person.tsx'
import { RecordMark } from '#records/states/record-mark.tsx'
import type { ClientRow, ShowingRow } from '#storage/database/rows.ts'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import type { Press } from '#ui/form/use-inline-form.ts'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { PencilIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { OnPhone, RowEnd } from '#ui/lists/table-section.tsx'
import { ShowingOutcome } from './showing-outcome.tsx'

type RowActions = {
  today: string
  people: People<ClientRow> | undefined
  onEdit: (showing: ShowingRow, press: Press) => void
  onDelete: (showing: ShowingRow) => void
}

/** What the table of showings shows of each, and what can be done with it. */
export function showingColumns({ today, people, onEdit, onDelete }: RowActions): TableColumn<ShowingRow>[] {
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
      cell: (showing) => (
        <>
          <Person client={people?.of(showing)} email={showing.client_email} isQuiet />{' '}
          <RecordMark entity="showing" recordKey={showing.key} />
          <ShowingOutcome showing={showing} />
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
              <IconButton label={`Edit ${nameOf(showing)}`} onClick={(press) => onEdit(showing, press)}>
                <PencilIcon size={18} />
              </IconButton>
              <IconButton label={`Delete ${nameOf(showing)}`} danger onClick={() => onDelete(showing)}>
                <TrashIcon size={18} />
              </IconButton>
            </>
          }
        >
          <OnPhone>Realtor: </OnPhone>
          {realtorName(showing.realtor)}
        </RowEnd>
      ),
    },
  ]
}
