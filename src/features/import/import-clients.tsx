import { clientLabels } from '#core/contract/client.ts'
import { indexClients } from '#core/domain/clients/client-rules.ts'
import { clientImport } from '#core/import/client-import.ts'
import { writableFieldsOf, textOf } from '#core/import/imported-records.ts'
import type { KnownRecord } from '#core/import/import-kind.ts'
import { ownEntities } from '#core/kinds/all-kinds.ts'
import { keyField } from '#core/kinds/key-field.ts'
import { recordActivity } from '#state/recent-activity-store.ts'
import type { Device } from '#storage/device/device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import styles from './import.module.css'
import { savingRecords } from './save-records.ts'
import { mergeBothOrSkip, type ScreenKind, whyTheSame } from './screen-kind.ts'

export const importClients: ScreenKind = {
  kind: clientImport,
  one: 'client',
  plural: 'clients',
  chooseFileTitle: 'Bring your contacts',
  intro:
    'Choose the file that your address book or other program exported: CSV or vCard (.csv, .vcf). It is read on this device, even offline, and nothing is saved until you have seen it. A client needs a first and last name and an email; contacts without them are listed, so you can add what is missing.',
  accept: '.csv,.tsv,.txt,.vcf,text/csv,text/vcard',
  sources: [
    ['Google Contacts', 'contacts.google.com, Export, Google CSV or vCard'],
    ['Outlook', 'People, Manage contacts, Export contacts'],
    ['iPhone and Mac', 'Contacts: choose a list, Export (iPhone) or File, Export, Export vCard (Mac)'],
    ['Android', 'Contacts, Fix & manage, Export to file'],
    ['Follow Up Boss', 'People, select all, Export'],
    ['Any spreadsheet', 'Save or download as CSV; the first line has the headings'],
  ],
  doneNotificationTitle: 'Clients Imported',
  linkToImported: { to: '/clients', words: 'Show Clients' },
  mergeHint: 'Merge combines the two: a missing number and new notes are added; nothing is replaced.',
  undoHint: 'Clients changed since the import, or with conversations, showings, visits or tours, stay.',
  mayContainPastDates: false,
  refusedFileColumns: Object.entries(clientLabels),
  columns: [
    { header: 'Name', phone: 'lead', cell: ({ record }) => clientImport.titleOf(record) },
    { header: 'Category', phone: 'end', cell: ({ record }) => textOf(record['category']) },
    {
      header: 'Email and phone',
      phone: 'wide',
      cell: ({ record }) => [record['email'], record['phone_number']].map(textOf).filter(Boolean).join(' · '),
    },
    {
      header: 'Notes',
      phone: 'wide',
      cell: ({ record }) => <span className={styles.notes}>{textOf(record['notes'])}</span>,
    },
  ],
  choices: mergeBothOrSkip,
  duplicateReason: whyTheSame('client'),
  saving: savingRecords({
    entity: 'client',
    recordsToCompare: async ({ database }) => {
      const clients: KnownRecord[] = []
      await database.clients.each((row) => {
        clients.push({ key: row.key, ...writableFieldsOf('client', row) })
      })
      return clients
    },
    createsOf: (_, records) => Promise.resolve(records.map((changes) => ({ entity: 'client', changes }))),
    referredKeys: keysOfMentionedClients,
    onImported: () => recordActivity('create_client'),
  }),
}

async function keysOfMentionedClients({ database }: Device): Promise<Set<string>> {
  const people = indexClients(await database.clients.toArray())
  const found = new Set<string>()
  for (const entity of ownEntities)
    await mirrorTable(database, entity).each((row) => {
      const clientKey = people.of(row as Parameters<typeof people.of>[0])?.key ?? row[keyField('client')]
      if (typeof clientKey === 'string') found.add(clientKey)
    })
  return found
}
