import { expect, test } from 'vitest'
import { indexClients } from '#core/domain/clients/client-rules.ts'

const ann = { key: 'local-1', id: 5, email: 'ann@example.com' }
const bo = { key: 'again-7', id: 9, email: ' Bo@Example.com' }
const eve = { key: 'local-2', email: 'BO@example.com' }
const people = indexClients([ann, bo, eve])

test.each([
  [{ client: 5, client_email: 'bo@example.com' }, ann, 'whom it names, whatever the address'],
  [{ client: 'local-2' }, eve, 'whom it names by a local key'],
  [{ client: 9 }, bo, 'whom it names by id, though the key is another'],
  [{ client: null, client_email: 'BO@example.com ' }, bo, 'the first with its address, in any case'],
  [{ client: 404, client_email: 'ann@example.com' }, ann, 'the one with its address, where whom it names is gone'],
  [{ client_email: 'nobody@example.com' }, undefined, 'nobody'],
  [{ client_email: '' }, undefined, 'nobody where there is no address'],
] as const)('%j refers to client %o: %s', (met, person, why) => {
  expect(people.of(met), why).toBe(person)
})
