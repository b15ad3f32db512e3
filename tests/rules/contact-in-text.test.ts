import { expect, test } from 'vitest'
import { contactInText } from '#core/domain/text/contact-in-text.ts'

test('name, email and phone are read from a signature, and the notes have the whole text', () => {
  const text = 'Maya Lindqvist\nHarbor & Sons\nmaya.lind@example.com\n+1 (555) 010-2233'
  expect(contactInText(text)).toEqual({
    first_name: 'Maya',
    last_name: 'Lindqvist',
    email: 'maya.lind@example.com',
    phone_number: '+1 (555) 010-2233',
    notes: text,
  })
})

test('a text of only a name and a number leaves the notes empty', () => {
  const text = 'Jonas van der Berg\n555 010 4477'
  expect(contactInText(text)).toMatchObject({ first_name: '', phone_number: '555 010 4477' })
  expect(contactInText('Jonas Berg\n555 010 4477')).toEqual({
    first_name: 'Jonas',
    last_name: 'Berg',
    email: '',
    phone_number: '555 010 4477',
    notes: '',
  })
})

test('any other text is a note', () => {
  const text = 'two bedrooms near the river, under 400'
  expect(contactInText(text)).toEqual({ first_name: '', last_name: '', email: '', phone_number: '', notes: text })
})

test('a house number in a link is not read as a phone number', () => {
  const link = 'https://www.zillow.com/homedetails/1427-SE-34th-Ave-Portland-OR-97214/53932514_zpid/'
  expect(contactInText(link).phone_number).toBe('')
  expect(contactInText(`${link} Jo, (503) 555-0118`).phone_number).toBe('(503) 555-0118')
})
