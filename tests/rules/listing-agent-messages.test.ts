import { formatListedBy } from '#core/domain/listings/listing-display.ts'
import { expect, test } from 'vitest'
import type { ListedBy } from '#core/contract/listing.ts'
import {
  cancelMessages,
  lateMessages,
  linkOfMessage,
  listingAgentTitle,
  skipMessages,
} from '#core/domain/homes/listing-agent-messages.ts'

const unknown: ListedBy = { name: '', phone: '', email: '', brokerage: '', mls_number: '', link: '' }
const dana = { ...unknown, name: 'Dana Wu', phone: '(503) 555-0142', brokerage: 'Cascade Realty' }
const lee = { ...unknown, brokerage: 'Lee & Sons', email: 'lee@leesons.example' }
const elm = { address: '9 Elm St', time: '09:10:00' }
const oak = { address: '21 Oak Way', time: '10:07:00' }
const pine = { address: '305 Pine Rd', time: undefined }

test('a listing agent is named by name and brokerage, or as another broker', () => {
  expect([dana, lee, unknown].map((agent) => formatListedBy({ listed_by: agent }))).toEqual([
    'Listed by Dana Wu, Cascade Realty',
    'Listed by Lee & Sons',
    'Listed by another broker',
  ])
  expect([dana, lee, unknown].map(listingAgentTitle)).toEqual([
    'Dana Wu, listing agent',
    'Lee & Sons, listing agent',
    'the listing agent',
  ])
})

test('each listing agent gets one message for all homes that a delay affects', () => {
  const sameOffice = { ...dana, name: 'D. Wu', phone: '503 555 0142' }
  const visits = [
    { ...elm, listedBy: dana },
    { ...oak, listedBy: sameOffice },
    { ...pine, listedBy: lee },
  ]
  expect(lateMessages(visits, { minutes: 10, from: 'Ann Lee' })).toEqual([
    {
      agent: dana,
      by: 'Text',
      subject: 'Running late',
      words:
        'Hi Dana Wu, I’m running about 10 minutes late. I’ll be at 9 Elm St at about 9:10 AM and 21 Oak Way at about 10:07 AM.\n\nAnn Lee',
    },
    {
      agent: lee,
      by: 'Email',
      subject: 'Running late',
      words: 'Hi, I’m running about 10 minutes late. I’ll be at 305 Pine Rd.\n\nAnn Lee',
    },
  ])
})

test('a home of the agent’s own and an agent without phone and email get no message', () => {
  const visits = [
    { ...elm, listedBy: null },
    { ...oak, listedBy: { ...unknown, name: 'Dana Wu', phone: 'ask the office' } },
  ]
  expect(lateMessages(visits, { minutes: 5, from: '' })).toEqual([])
})

test('messages about skipped homes and cancelled showings say the planned time', () => {
  expect(skipMessages([{ ...elm, listedBy: dana }], { from: '' })[0]?.words).toBe(
    'Hi Dana Wu, I can’t make it to 9 Elm St at 9:10 AM. I’m sorry for the change.',
  )
  const cancelled = (visits: Parameters<typeof cancelMessages>[0]) =>
    cancelMessages(visits, { date: '2026-11-30', from: 'Ann Lee' })[0]?.words
  expect(cancelled([{ ...elm, listedBy: dana }])).toBe(
    'Hi Dana Wu, I have to cancel my showing on Nov 30, 2026: 9 Elm St at 9:10 AM.\n\nAnn Lee',
  )
  const all = [elm, oak, pine].map((visit) => Object.assign({ listedBy: dana }, visit))
  expect(cancelled(all)).toContain('my showings on Nov 30, 2026: 9 Elm St at 9:10 AM, 21 Oak Way at')
  expect(cancelled(all)).toContain('and 305 Pine Rd.')
})

test('a message opens the texting or mail app with its text', () => {
  const visit = { ...elm, listedBy: dana }
  const [text] = skipMessages([visit], { from: '' })
  const [mail] = skipMessages([{ ...visit, listedBy: lee }], { from: '' })
  expect(text && linkOfMessage(text)).toEqual({
    label: 'Text Dana Wu, listing agent',
    href: expect.stringMatching(/^sms:5035550142\?body=Hi%20Dana%20Wu/),
  })
  expect(mail && linkOfMessage(mail)).toEqual({
    label: 'Email Lee & Sons, listing agent',
    href: expect.stringMatching(/^mailto:lee@leesons.example\?subject=Change%20of%20plan&body=Hi%2C/),
  })
})
