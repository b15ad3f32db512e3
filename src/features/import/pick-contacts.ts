import { type PersonInFile, personOf } from '#core/import/person-in-file.ts'

/** Chromium on Android only: https://w3c.github.io/contact-picker/ */
type ContactsManager = {
  select: (
    properties: readonly ('name' | 'email' | 'tel')[],
    options: { multiple: true },
  ) => Promise<{ name?: string[]; email?: string[]; tel?: string[] }[]>
}

const contacts = () => (navigator as Navigator & { contacts?: ContactsManager }).contacts

export function canPickContacts(): boolean {
  return contacts() !== undefined
}

/** Those of the phone's contacts that the agent picks; nobody when the agent goes back. */
export async function pickContacts(): Promise<PersonInFile[]> {
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
