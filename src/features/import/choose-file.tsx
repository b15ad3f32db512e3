import type { PersonInFile } from '#core/import/person-in-file.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import styles from './import.module.css'
import { canPickContacts, pickContacts } from './pick-contacts.ts'

type ChooseFileProps = {
  problem: string | null
  isReading: boolean
  onFile: (file: File) => void
  onPeople: (name: string, people: PersonInFile[]) => void
}

/** Where a file is chosen or dropped, and where other programs keep theirs. */
export function ChooseFile({ problem, isReading, onFile, onPeople }: ChooseFileProps) {
  async function pick() {
    const people = await pickContacts()
    if (people.length > 0) onPeople('Contacts of this phone', people)
  }

  return (
    <Card title="Bring your contacts">
      <div className={styles.body}>
        {problem !== null && (
          <Banner tone="danger" role="alert">
            {problem}
          </Banner>
        )}
        <p>
          Choose the file that your address book or your other program has exported: CSV or vCard (.csv, .vcf). It is
          read on this device, without a network, and nothing is saved before you have seen it. A client needs a first
          and last name and an email; who lacks one is listed, so that you can add it.
        </p>
        <div className={styles.buttons}>
          <label
            className={buttonClass({ variant: 'primary', className: styles.file })}
            aria-busy={isReading || undefined}
          >
            {isReading ? 'Reading...' : 'Choose File'}
            <input
              type="file"
              accept=".csv,.tsv,.txt,.vcf,text/csv,text/vcard"
              disabled={isReading}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                // The same file, mended, can be chosen again.
                currentTarget.value = ''
                if (file !== undefined) onFile(file)
              }}
            />
          </label>
          {canPickContacts() && <Button onClick={() => void pick()}>Pick from This Phone</Button>}
        </div>
        <details className={styles.where}>
          <summary>Where do I find such a file?</summary>
          <dl>
            {sources.map(([program, way]) => (
              <div key={program}>
                <dt>{program}</dt>
                <dd>{way}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </Card>
  )
}

const sources = [
  ['Google Contacts', 'contacts.google.com, Export, Google CSV or vCard'],
  ['Outlook', 'People, Manage contacts, Export contacts'],
  ['iPhone and Mac', 'Contacts: choose a list, Export (iPhone) or File, Export, Export vCard (Mac)'],
  ['Android', 'Contacts, Fix & manage, Export to file'],
  ['Follow Up Boss', 'People, select all, Export'],
  ['Any spreadsheet', 'Save or download as CSV; the first line has the headings'],
] as const
