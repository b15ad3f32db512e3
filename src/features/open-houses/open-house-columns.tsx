import { realtorName } from '#core/domain/account/realtor-name.ts'
import { dateInWords, timeInWords } from '#core/domain/time/wall-clock.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { OpenHouseRow } from '#storage/database/rows.ts'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import type { Press } from '#ui/form/use-inline-form.ts'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { PencilIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { SyncMark } from '#ui/feedback/sync-mark.tsx'
import { OnPhone, RowEnd } from '#ui/lists/table-section.tsx'
import styles from './open-houses-section.module.css'
import type { OpenHouseWithVisitors } from './open-houses-queries.ts'
import { useOpenHouseMark } from './use-open-house-mark.ts'

type RowActions = {
  today: string
  onEdit: (openHouse: OpenHouseRow, press: Press) => void
  onDelete: (openHouse: OpenHouseRow) => void
  onVisitors: (openHouseKey: LocalKey) => void
}

/** What the table of open houses shows of each, and what can be done with it. */
export function openHouseColumns({
  today,
  onEdit,
  onDelete,
  onVisitors,
}: RowActions): TableColumn<OpenHouseWithVisitors>[] {
  const nameOf = ({ date, start_time }: OpenHouseRow) =>
    `open house of ${dateInWords(date, today)}, ${timeInWords(start_time)}`
  return [
    { header: 'Date', phone: 'lead', cell: ({ openHouse }) => dateInWords(openHouse.date, today) },
    {
      header: 'Start Time',
      phone: 'end',
      cell: ({ openHouse }) => (
        <>
          {timeInWords(openHouse.start_time)}
          <OnPhone> – {timeInWords(openHouse.end_time)}</OnPhone>
        </>
      ),
    },
    { header: 'End Time', phone: 'hidden', cell: ({ openHouse }) => timeInWords(openHouse.end_time) },
    {
      header: 'Realtor',
      phone: 'wide',
      cell: (row) => (
        <>
          <OnPhone>Realtor: </OnPhone>
          {realtorName(row.openHouse.realtor)} <OpenHouseMark {...row} />
        </>
      ),
    },
    {
      header: 'Visitors',
      phone: 'wide',
      cell: (row) => (
        <RowEnd
          actions={
            <>
              <IconButton label={`Edit ${nameOf(row.openHouse)}`} onClick={(press) => onEdit(row.openHouse, press)}>
                <PencilIcon size={18} />
              </IconButton>
              <IconButton label={`Delete ${nameOf(row.openHouse)}`} danger onClick={() => onDelete(row.openHouse)}>
                <TrashIcon size={18} />
              </IconButton>
            </>
          }
        >
          <VisitorCount
            count={row.visitors.length}
            of={nameOf(row.openHouse)}
            onShow={() => onVisitors(row.openHouse.key)}
          />
        </RowEnd>
      ),
    },
  ]
}

/** How many came; pressed, it says who. */
function VisitorCount({ count, of, onShow }: { count: number; of: string; onShow: () => void }) {
  const noun = count === 1 ? 'visitor' : 'visitors'
  const words = (
    <>
      {count}
      <OnPhone> {noun}</OnPhone>
    </>
  )
  if (count === 0) return words
  return (
    <button type="button" className={styles.count} aria-label={`${count} ${noun} of the ${of}`} onClick={onShow}>
      {words}
    </button>
  )
}

function OpenHouseMark({ openHouse, visitors }: OpenHouseWithVisitors) {
  const { mark, note } = useOpenHouseMark(
    openHouse.key,
    visitors.map(({ key }) => key),
  )
  if (mark === null) return null
  return (
    <>
      <SyncMark state={mark} /> {note}
    </>
  )
}
