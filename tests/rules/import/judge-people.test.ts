import { expect, test } from 'vitest'
import type { NewClient } from '#core/contract/client.ts'
import { clientImport } from '#core/import/client-import.ts'
import type { KnownRecord } from '#core/import/import-kind.ts'
import type { PersonInFile } from '#core/import/person-in-file.ts'
import { planImport, defaultDuplicateChoice, withoutNewcomers, judgeFile } from '#core/import/plan-import.ts'

const judgePeople = (people: readonly PersonInFile[], known: readonly KnownRecord<NewClient>[]) => {
  const { records, refused } = judgeFile(clientImport, people, known)
  return { people: records, refused }
}
const usual = (_: number, one: { isSure: boolean }) => defaultDuplicateChoice(clientImport, one)

let line = 0
const person = (first_name: string, last_name: string, more: Partial<PersonInFile> = {}): PersonInFile => ({
  line: ++line,
  first_name,
  last_name,
  email: `${first_name}.${last_name}@example.com`.toLowerCase(),
  phone_number: '',
  notes: '',
  category: 'Buyer',
  ...more,
})

const jo: KnownRecord<NewClient> = {
  key: 'k1',
  first_name: 'Jo',
  last_name: 'Ng',
  email: 'jo@example.com',
  phone_number: '(503) 555-0100',
  notes: '',
  category: 'Buyer',
}

test('a person with a client’s email or number is that client, certainly so with the same name', () => {
  const { people } = judgePeople(
    [
      person('Jo', 'Ng', { email: 'JO@example.com' }),
      person('jo', 'ng', { phone_number: '+1 503 555 0100' }),
      person('Kim', 'Ng', { phone_number: '5035550100' }),
      person('Jo', 'Ng'),
    ],
    [jo],
  )
  expect(people.map(({ verdict, ...rest }) => [verdict, 'isSure' in rest && rest.isSure])).toEqual([
    ['known', true],
    ['known', true],
    ['known', false],
    ['new', false],
  ])
})

test('of relatives with one number, the one with the same name is matched', () => {
  const kim = { ...jo, key: 'k2', first_name: 'Kim', email: 'kim@example.com' }
  const { people } = judgePeople([person('Kim', 'Ng', { phone_number: '5035550100' })], [jo, kim])
  expect(people[0]).toMatchObject({ verdict: 'known', key: 'k2', isSure: true })
})

test('a person listed twice is found, and a short number matches no one', () => {
  const first = person('Ana', 'Lima', { phone_number: '911' })
  const again = person('Ana', 'Lima', { phone_number: '503-555-0142', notes: 'Likes tea' })
  const other = person('Bo', 'Berg', { phone_number: '911' })
  const { people } = judgePeople([first, again, other], [])
  expect(people.map(({ verdict }) => verdict)).toEqual(['new', 'repeat', 'new'])
  expect(planImport(clientImport, people, usual).creates).toMatchObject([
    { first_name: 'Ana', phone_number: '911', notes: 'Likes tea\nOther phone: 503-555-0142' },
    { first_name: 'Bo' },
  ])
})

test('a person without an email is refused with the line and the reason', () => {
  const cher = person('', 'Cher', { email: '' })
  expect(judgePeople([cher], []).refused).toEqual([
    { line: cher.line, title: 'Cher', record: cher, reasons: ['First Name is required.', 'Email is required.'] },
  ])
})

test('merging fills blanks and adds new notes, and replaces nothing', () => {
  const client = { ...jo, phone_number: '', notes: 'Wants a yard', category: 'Seller' as const }
  const found = {
    ...client,
    phone_number: '503',
    notes: 'Wants a yard\nTwo dogs',
    email: 'second@example.com',
    category: 'Buyer' as const,
  }
  const added = clientImport.additionsTo(client, found)
  expect(added).toEqual({ phone_number: '503', notes: 'Wants a yard\nTwo dogs\nOther email: second@example.com' })
  expect(clientImport.additionsTo({ ...client, ...added }, found)).toEqual({})
})

test('each row is skipped, merged or added as the agent decides', () => {
  const { people } = judgePeople(
    [person('Jo', 'Ng', { email: jo.email }), person('Kim', 'Ng', { email: jo.email })],
    [jo],
  )
  expect(planImport(clientImport, people, () => 'skip')).toEqual({ creates: [], merges: [], skipped: 2 })
  expect(planImport(clientImport, people, () => 'both').creates).toHaveLength(2)
  const kim = { email: jo.email, first_name: 'Kim' }
  expect(planImport(clientImport, people, () => 'merge').merges).toEqual([])
  const more = judgePeople([person('Kim', 'Ng', { ...kim, notes: 'Two dogs' })], [jo]).people
  expect(planImport(clientImport, more, () => 'merge').merges).toMatchObject([{ key: 'k1', records: [kim] }])
})

test('a person who became a client since the plan was made is not added again; a namesake is', () => {
  const { people } = judgePeople([person('Ana', 'Lima'), person('Bo', 'Berg')], [])
  const plan = planImport(clientImport, people, usual)
  const ana = {
    ...jo,
    key: 'k9',
    first_name: 'Ana',
    last_name: 'Lima',
    email: 'ana.lima@example.com',
    phone_number: '',
  }
  expect(withoutNewcomers(clientImport, plan, [ana])).toMatchObject({ creates: [{ first_name: 'Bo' }], skipped: 1 })
  expect(withoutNewcomers(clientImport, plan, [{ ...ana, first_name: 'Other' }]).creates).toHaveLength(2)
})
