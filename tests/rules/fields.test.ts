import * as v from 'valibot'
import { expect, test } from 'vitest'
import { emailAddress, optionalDate, requiredText } from '#core/contract/fields.ts'
import { submitSurveySchema } from '#core/contract/survey.ts'
import { isAnswered } from '#core/survey/visible-questions.ts'
import { contactInText } from '#core/domain/text/contact-in-text.ts'

const name = requiredText('First Name')

test('a date may be blank or missing, and otherwise must exist in the calendar', () => {
  expect([undefined, '', '2028-02-29'].map((date) => v.parse(optionalDate(), date))).toEqual(['', '', '2028-02-29'])
  for (const wrong of ['2026-02-29', 'soon', null]) {
    expect(v.safeParse(optionalDate(), wrong).issues?.[0].message).toBe('Enter a date.')
  }
})

test.each(['', '   ', '\u200B', '\u2060 \uFEFF', '\u00AD', '\u2800', '\u3164'])(
  'a name of only invisible characters is missing: %j',
  (text) => {
    const parsed = v.safeParse(name, text)
    expect(parsed.issues?.[0].message).toBe('First Name is required.')
  },
)

test.each(['Ann', '李', 'José', 'محمد', '😀', 'O\u200DNeill'])(
  'a name with visible characters is stored unchanged: %j',
  (text) => {
    expect(v.parse(name, text)).toBe(text)
  },
)

test.each(["pat.o'neil@example.com", 'bo&co@example.com', 'a/b=c@example.com', 'x@xn--mnchen-3ya.example', 'J+1@a.co'])(
  'an address that RFC 5322 allows is valid, in forms and in the survey: %s',
  (email) => {
    expect(v.parse(emailAddress(), email)).toBe(email)
    expect(v.is(submitSurveySchema, { session_id: 's', responses: [], email })).toBe(true)
  },
)

test.each([
  'a@b',
  'a b@example.com',
  '.a@example.com',
  'a..b@example.com',
  'a@-x.com',
  'a@1.2.3.4',
  'a@b..com',
  '@b.com',
])('an undeliverable email address is refused: %s', (email) => {
  expect(v.is(emailAddress(), email)).toBe(false)
})

test('an email address with an apostrophe is found whole in a pasted text', () => {
  expect(contactInText("Pat O'Neil\npat.o'neil@example.com").email).toBe("pat.o'neil@example.com")
})

test.each(['', ' ', '\u200B', '\u2800', '\u202E', '\uFEFF\u2060'])(
  'an answer of only invisible characters is no answer: %j',
  (text) => {
    expect(isAnswered({ name: text }, 'name')).toBe(false)
  },
)
