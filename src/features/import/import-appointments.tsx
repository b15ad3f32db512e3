import { appointmentImport } from '#core/import/appointment-import.ts'
import { writableFieldsOf, textOf } from '#core/import/imported-records.ts'
import type { Create } from '#core/import/make-import.ts'
import { fileIdsByKey } from './import-page.tsx'
import styles from './import.module.css'
import { savingRecords } from './save-records.ts'
import { mergeBothOrSkip, type ScreenKind, whyTheSame } from './screen-kind.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

export const importAppointments: ScreenKind = {
  kind: appointmentImport,
  one: 'appointment',
  plural: 'appointments',
  chooseFileTitle: 'Bring your calendar',
  intro:
    'Choose the file (.ics) that your other calendar exported. It is read on this device, even offline, and nothing is saved until you have seen it. Times are converted to this device’s time zone. All-day and cancelled events are left out.',
  accept: '.ics,.ical,.ifb,text/calendar',
  sources: [
    ['Google Calendar', 'calendar.google.com, Settings, Import & export, Export; open the archive it downloads'],
    ['Outlook', 'Classic Outlook: File, Save Calendar; on the web: Calendar, Shared calendars, Publish, ICS link'],
    ['Mac', 'Calendar: choose a calendar, File, Export, Export'],
    ['iPhone', 'icloud.com: share the calendar publicly, and open its link with https:// in place of webcal://'],
  ],
  doneNotificationTitle: 'Appointments Imported',
  linkToImported: { to: '/dashboard', words: 'Show Calendar' },
  mergeHint: 'Merge adds a missing location and new notes to your appointment; nothing is replaced.',
  undoHint: 'Appointments changed since the import stay.',
  mayContainPastDates: true,
  refusedFileColumns: null,
  columns: [
    { header: 'Title', phone: 'lead', cell: ({ record }) => appointmentImport.titleOf(record) },
    { header: 'Date', phone: 'end', cell: ({ record }) => formatDate(textOf(record['date']), '') },
    {
      header: 'Time',
      phone: 'wide',
      cell: ({ record }) => `${formatTime(textOf(record['start_time']))} – ${formatTime(textOf(record['end_time']))}`,
    },
    {
      header: 'Location and notes',
      phone: 'wide',
      cell: ({ record }) => (
        <span className={styles.notes}>
          {[record['location'], record['notes']].map(textOf).filter(Boolean).join('\n')}
        </span>
      ),
    },
  ],
  choices: mergeBothOrSkip,
  duplicateReason: whyTheSame('appointment'),
  saving: savingRecords({
    entity: 'appointment',
    recordsToCompare: async (device) => {
      const [rows, eventIds] = await Promise.all([
        device.database.appointments.toArray(),
        fileIdsByKey(device, 'appointments'),
      ])
      // `event`: the id that an imported appointment's event had in its file. It shows that an event in a later file is the same one.
      return rows.map((row) =>
        Object.assign(writableFieldsOf('appointment', row), { key: row.key, event: eventIds.get(row.key) ?? '' }),
      )
    },
    createsOf: (_, records) =>
      Promise.resolve(
        records.map(({ event, ...changes }): Create => ({ entity: 'appointment', changes, fileId: textOf(event) })),
      ),
    // Undoing an import does not delete records that others refer to, but no record refers to an appointment.
    referredKeys: () => Promise.resolve(new Set<string>()),
  }),
}
