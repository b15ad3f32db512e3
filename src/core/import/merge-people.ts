import type { NewClient } from '#core/contract/client.ts'

/** What somebody's client gains from a file: a number where there was none, and in the notes what stands nowhere yet. Nothing is replaced. */
export function additionsTo(client: NewClient, person: NewClient): Partial<NewClient> {
  const isNumberNew = person.phone_number !== '' && digits(client.phone_number) !== digits(person.phone_number)
  const phone = client.phone_number === '' ? person.phone_number : client.phone_number
  const said = [
    ...person.notes.split('\n'),
    ...(person.email.toLowerCase() === client.email.toLowerCase() ? [] : [`Other email: ${person.email}`]),
    ...(isNumberNew && client.phone_number !== '' ? [`Other phone: ${person.phone_number}`] : []),
  ]
  const lines = new Set(client.notes.split('\n').map((line) => line.trim()))
  const added = said.filter((line) => line.trim() !== '' && !lines.has(line.trim()))
  const notes = [client.notes, ...added].filter((line) => line !== '').join('\n')
  return {
    ...(phone === client.phone_number ? {} : { phone_number: phone }),
    ...(notes === client.notes ? {} : { notes }),
  }
}

function digits(number: string): string {
  return number.replaceAll(/\D/g, '').slice(-10)
}
