import type { SaidInFile } from '#core/import/import-kind.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { FileButton } from '#ui/fields/file-button.tsx'
import { takeFocus } from '#ui/hooks/move-focus.ts'
import styles from './import.module.css'
import type { ScreenKind } from './screen-kind.ts'
import { personOf, type PersonInFile } from '#core/import/person-in-file.ts'

type ChooseFileProps = {
  screen: ScreenKind
  problem: string | null
  isReading: boolean
  /** After another file, whose button has gone from the page. */
  isAgain: boolean
  onFile: (file: File) => void
  onSaid: (name: string, said: SaidInFile[]) => void
}

/** Where a file is chosen or dropped, and where other programs keep theirs. */
export function ChooseFile({ screen, problem, isReading, isAgain, onFile, onSaid }: ChooseFileProps) {
  async function pick() {
    const people = await pickContacts()
    if (people.length > 0) onSaid('Contacts on this phone', people)
  }

  return (
    <Card title={screen.bring}>
      <div className={styles.body}>
        {problem !== null && (
          <Banner tone="danger" role="alert">
            {problem}
          </Banner>
        )}
        <p ref={isAgain ? takeFocus : undefined} tabIndex={-1}>
          {screen.intro}
        </p>
        <div className={styles.buttons}>
          <FileButton accept={screen.accept} isReading={isReading} onFile={onFile} />
          {screen.kind.name === 'clients' && canPickContacts() && (
            <Button onClick={() => void pick()}>Pick from This Phone</Button>
          )}
        </div>
        <details className={styles.where}>
          <summary>Where do I find this file?</summary>
          <dl>
            {screen.sources.map(([program, way]) => (
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

/** Chromium on Android only: https://w3c.github.io/contact-picker/ */
type ContactsManager = {
  select: (
    properties: readonly ('name' | 'email' | 'tel')[],
    options: { multiple: true },
  ) => Promise<{ name?: string[]; email?: string[]; tel?: string[] }[]>
}

const contacts = () => (navigator as Navigator & { contacts?: ContactsManager }).contacts

function canPickContacts(): boolean {
  return contacts() !== undefined
}

/** Those of the phone's contacts that the agent picks; nobody when the agent goes back. */
async function pickContacts(): Promise<PersonInFile[]> {
  const picked = await contacts()
    ?.select(['name', 'email', 'tel'], { multiple: true })
    .catch(() => [])
  return (picked ?? []).map(({ name = [], email = [], tel = [] }, index) =>
    personOf({
      line: index + 1,
      firstName: '',
      lastName: '',
      fullName: name[0] ?? '',
      emails: email.map((value) => ({ label: '', value })),
      phones: tel.map((value) => ({ label: '', value })),
      notes: [],
      tags: [],
      category: '',
    }),
  )
}
