import { expect, test } from 'vitest'
import { visitorAsClient, visitorName } from '#core/domain/clients/visitor-as-client.ts'
import { newClientSchema } from '#core/contract/client.ts'
import * as v from 'valibot'

const met = '5709 River Oak Way on Sat, Nov 28'

test.each([
  ['Jo Park', 'x@mailbox.example', 'Jo', 'Park'],
  ['Ana María de la Cruz', 'x@mailbox.example', 'Ana María de la', 'Cruz'],
  ['Jo', 'x@mailbox.example', 'Jo', '(open house)'],
  ['', 'jo.park@mailbox.example', 'Jo', 'Park'],
  ['  ', 'jo@mailbox.example', 'Jo', '(open house)'],
])('visitor %o with the email %o becomes client %s %s', (name, client_email, first_name, last_name) => {
  const client = visitorAsClient({ name, client_email }, met)
  expect(client).toMatchObject({ first_name, last_name, email: client_email, category: 'Buyer' })
  expect(v.is(newClientSchema, client)).toBe(true)
})

test('the notes say where they met and the consent, word for word', () => {
  const wording = 'Maya Torres may email me about this house'
  const consents = [{ kind: 'email', wording_version: 'email-1-en', wording, given_at: '2026-11-28T21:00:00.000Z' }]
  expect(visitorAsClient({ client_email: 'jo@mailbox.example', consents }, met).notes).toBe(
    `Met at the open house at ${met}.\nAgreed: “${wording}”.`,
  )
})

test('a visitor without a name is shown by email address', () => {
  expect(visitorName({ client_email: 'jo@mailbox.example' })).toBe('jo@mailbox.example')
  expect(visitorName({ client_email: 'jo@mailbox.example', name: ' Jo ' })).toBe('Jo')
})
