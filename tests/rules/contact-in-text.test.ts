import { expect, test } from 'vitest'
import { contactInText } from '#core/domain/contact-in-text.ts'

test('a signature gives name, email and phone, and stays whole in the notes', () => {
  const text = 'Maya Lindqvist\nHarbor & Sons\nmaya.lind@example.com\n+1 (555) 010-2233'
  expect(contactInText(text)).toEqual({
    first_name: 'Maya',
    last_name: 'Lindqvist',
    email: 'maya.lind@example.com',
    phone_number: '+1 (555) 010-2233',
    notes: text,
  })
})

test('nothing but a name and a number needs no notes', () => {
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
