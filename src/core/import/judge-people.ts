import * as v from 'valibot'
import { type NewClient, newClientSchema } from '#core/contract/client.ts'
import { additionsTo } from './merge-people.ts'
import type { PersonInFile } from './person-in-file.ts'

/** A client of the agent. */
export type KnownPerson = NewClient & { key: string }

/**
 * What an import would do with one person of a file: make a client, bring it together with a client (`known`) or with an
 * earlier line of the file (`repeat`), or refuse it. `isSure`: the name is the same, too; without it a family may share a
 * number. `hasMore`: the file says something that the client does not have.
 */
export type JudgedPerson = { line: number; person: NewClient } & (
  | { verdict: 'new' }
  | { verdict: 'known'; key: string; who: string; isSure: boolean; hasMore: boolean }
  | { verdict: 'repeat'; ofLine: number; isSure: boolean }
)

/** `said` is what the file says, to be mended and brought again; null for a card that cannot be read. */
export type RefusedPerson = { line: number; said: PersonInFile | null; reasons: string[] }

export type JudgedPeople = { people: JudgedPerson[]; refused: RefusedPerson[] }

/** Holds people of a file against the rules of a client, the agent's clients, and each other (email, phone, name with one of them). */
export function judgePeople(people: readonly PersonInFile[], known: readonly KnownPerson[]): JudgedPeople {
  const clients = finderOf(known)
  const earlier = finderOf<NewClient & { line: number }>([])
  const judged: JudgedPeople = { people: [], refused: [] }
  for (const { line, ...said } of people) {
    const parsed = v.safeParse(newClientSchema, said, { abortPipeEarly: true })
    if (!parsed.success) {
      const reasons = [...new Set(parsed.issues.map((issue) => issue.message))]
      judged.refused.push({ line, said: { line, ...said }, reasons })
      continue
    }
    const person = parsed.output
    const client = clients.find(person)
    const repeated = client === null ? earlier.find(person) : null
    if (client !== null) {
      const { found, isSure } = client
      const hasMore = Object.keys(additionsTo(found, person)).length > 0
      judged.people.push({ line, person, verdict: 'known', key: found.key, who: fullName(found), isSure, hasMore })
    } else if (repeated !== null)
      judged.people.push({ line, person, verdict: 'repeat', ofLine: repeated.found.line, isSure: repeated.isSure })
    else {
      judged.people.push({ line, person, verdict: 'new' })
      earlier.add({ ...person, line })
    }
  }
  return judged
}

type Finding = Pick<NewClient, 'first_name' | 'last_name' | 'email' | 'phone_number'>

function finderOf<Known extends Finding>(all: readonly Known[]) {
  const byEmail = new Map<string, Known[]>()
  const byPhone = new Map<string, Known[]>()
  const note = (map: Map<string, Known[]>, name: string, one: Known) => {
    if (name === '') return
    const some = map.get(name)
    if (some === undefined) map.set(name, [one])
    else some.push(one)
  }
  const add = (one: Known) => {
    note(byEmail, emailOf(one), one)
    note(byPhone, digitsOf(one), one)
  }
  for (const one of all) add(one)
  return {
    add,
    /** The one that is meant: of several with the same address or number the one with the same name. */
    find: (person: Finding): { found: Known; isSure: boolean } | null => {
      const met = [...(byEmail.get(emailOf(person)) ?? []), ...(byPhone.get(digitsOf(person)) ?? [])]
      const sure = met.find((one) => nameOf(one) === nameOf(person))
      const found = sure ?? met[0]
      return found === undefined ? null : { found, isSure: sure !== undefined }
    },
  }
}

function emailOf({ email }: Finding): string {
  return email.trim().toLowerCase()
}

/** The last ten digits, which are the number in the United States, with or without its country; blank where there are fewer than seven. */
function digitsOf({ phone_number }: Finding): string {
  const digits = phone_number.replaceAll(/\D/g, '')
  return digits.length < 7 ? '' : digits.slice(-10)
}

function nameOf(person: Finding): string {
  return fullName(person).toLowerCase().replaceAll(/\s+/g, ' ')
}

function fullName({ first_name, last_name }: Finding): string {
  return `${first_name} ${last_name}`.trim()
}
