import { describe, expect, test } from 'vitest'
import {
  fileFailureMessage,
  loginFailureMessage,
  registrationFailureMessage,
  registrationProblem,
} from '#core/domain/account/account-messages.ts'

describe('a refused sign-in', () => {
  test('401 has its own sentence, whatever the server says beside it', () => {
    expect(loginFailureMessage({ status: 401, body: { error: 'No', detail: 'No' } })).toBe(
      'Invalid username or password. Please try again.',
    )
  })

  test('otherwise the form shows error, detail, message, or the first of non_field_errors', () => {
    const everything = { error: 'error', detail: 'detail', message: 'message', non_field_errors: ['first', 'second'] }
    expect(loginFailureMessage({ status: 400, body: everything })).toBe('error')
    expect(loginFailureMessage({ status: 400, body: { ...everything, error: undefined } })).toBe('detail')
    expect(loginFailureMessage({ status: 500, body: { message: 'message', non_field_errors: ['first'] } })).toBe(
      'message',
    )
    expect(loginFailureMessage({ status: 400, body: { non_field_errors: ['first', 'second'] } })).toBe('first')
  })

  test('the form shows its own sentence if the server sends none', () => {
    for (const body of [null, undefined, 'text', {}, { error: '' }, { error: { nested: true } }]) {
      expect(loginFailureMessage({ status: 500, body })).toBe('Failed to login. Please check your credentials.')
    }
  })
})

describe('a refused registration', () => {
  test('field errors are shown in the order password, username, email, password2, then the general ones', () => {
    const order = ['password', 'username', 'email', 'password2', 'detail', 'error', 'message']
    for (const [index, field] of order.entries()) {
      const body = Object.fromEntries(
        order
          .slice(index)
          .reverse()
          .map((name) => [name, [`${name} is wrong`, 'second']]),
      )
      expect(registrationFailureMessage({ status: 400, body })).toBe(`${field} is wrong`)
    }
  })

  test('the form shows its own sentence if the server sends no error', () => {
    expect(registrationFailureMessage({ status: null, body: undefined })).toBe('Registration failed. Please try again.')
  })
})

describe('a registration that the form refuses before sending', () => {
  const filled = {
    username: 'maya',
    email: 'maya@example.com',
    password: 'eight chars',
    confirmPassword: 'eight chars',
  }

  test('all four fields are required', () => {
    for (const field of ['username', 'email', 'password', 'confirmPassword']) {
      expect(registrationProblem({ ...filled, [field]: '' })).toBe('Please fill in all required fields.')
    }
  })

  test('the passwords must match, before their length counts', () => {
    expect(registrationProblem({ ...filled, password: 'short', confirmPassword: 'other' })).toBe(
      'Passwords do not match',
    )
    expect(registrationProblem({ ...filled, password: 'seven77', confirmPassword: 'seven77' })).toBe(
      'Password must be at least 8 characters long',
    )
  })

  test('eight characters are enough', () => {
    expect(registrationProblem({ ...filled, password: '12345678', confirmPassword: '12345678' })).toBeNull()
  })
})

test.each([
  ['too-many', 'The server is busy. Try again in a minute.'],
  ['unreachable', 'Back Up works without it.'],
  ['refused', 'The server refused this file. Please try again.'],
])('a failed download says what the server answered: %s', (problem, message) => {
  expect(fileFailureMessage(problem, 'Back Up works without it.')).toBe(message)
})
