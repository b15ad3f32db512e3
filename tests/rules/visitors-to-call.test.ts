import { expect, test } from 'vitest'
import { momentOfVisit, visitorsToCall, waysAgreedTo } from '#core/domain/clients/call-next.ts'

const today = '2026-11-23'
const consent = (kind: string) => ({ kind, wording_version: '1', wording: 'yes', given_at: '2026-11-21T20:00:00.000Z' })
const signedIn = { signed_in_at: '2026-11-21T20:00:00.000Z', phone_number: '' }
const ann = { ...signedIn, client_email: 'ann@mailbox.example', consents: [consent('email')] }

test('visitors are contacted as they agreed; those the agent entered may be contacted either way', () => {
  expect(waysAgreedTo(ann)).toEqual({ email: true, phone: false })
  expect(waysAgreedTo({ ...ann, consents: [consent('phone')] })).toEqual({ email: false, phone: true })
  expect(waysAgreedTo({ ...ann, consents: [] })).toEqual({ email: false, phone: false })
  const writtenDown = { client_email: 'bo@mailbox.example', signed_in_at: null }
  expect(waysAgreedTo(writtenDown)).toEqual({ email: true, phone: true })
})

test('a visitor from a plain server is not contacted without consent', () => {
  expect(waysAgreedTo({ client_email: 'bo@mailbox.example' })).toEqual({ email: false, phone: false })
})

test('reachable visitors of the last seven days are listed once each, the newest first', () => {
  const came = (client_email: string, date: string, consents = ann.consents) => ({
    visitor: { ...ann, client_email, consents },
    date,
  })
  const visits = [
    came('ann@mailbox.example', '2026-11-18'),
    came('bo@mailbox.example', today),
    came('ANN@mailbox.example ', '2026-11-20'),
    came('past@mailbox.example', '2026-11-15'),
    came('silent@mailbox.example', today, []),
    came('no-number@mailbox.example', today, [consent('phone')]),
  ]
  expect(visitorsToCall(visits, today).map(({ visitor, date }) => [visitor.client_email, date])).toEqual([
    ['bo@mailbox.example', today],
    ['ANN@mailbox.example ', '2026-11-20'],
  ])
})

test('a visitor is not listed when done or before a postponed day, but is after it, however old', () => {
  const came = (client_email: string, date: string, follow_up: string) => ({
    visitor: { ...ann, client_email, follow_up },
    date,
  })
  const visits = [
    came('done@mailbox.example', today, 'done'),
    came('later@mailbox.example', today, '2026-11-24'),
    came('now@mailbox.example', '2026-10-01', today),
    came('since@mailbox.example', '2026-10-02', '2026-11-20'),
  ]
  const called = visitorsToCall(visits, today).map(({ visitor }) => visitor.client_email)
  expect(called).toEqual(['since@mailbox.example', 'now@mailbox.example'])
})

test('a visit counts from its sign-in, even an early one; one entered by hand from its day', () => {
  const house = { date: today, start_time: '13:00:00' }
  const signedInAt = (time: string) => ({ signed_in_at: new Date(`${today}T${time}`).toISOString() })
  const came = (visit: Parameters<typeof momentOfVisit>[0], date = today) =>
    momentOfVisit(visit, { ...house, date }, today)
  expect(came(signedInAt('12:50:00'))).toEqual({ date: today, time: '12:50' })
  expect(came(signedInAt('14:30:00'))).toEqual({ date: today, time: '14:30' })
  expect(came({ signed_in_at: null })).toEqual({ date: today, time: '' })
  expect(came({ signed_in_at: null }, '2026-11-21')).toEqual({ date: '2026-11-21', time: '13:00:00' })
  // The sign-in belongs to an open house of another day.
  expect(came(signedInAt('14:30:00'), '2026-11-21')).toEqual({ date: '2026-11-21', time: '13:00:00' })
  expect(momentOfVisit({}, undefined, today)).toEqual({ date: today, time: '' })
})
