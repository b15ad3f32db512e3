import { expect, test } from 'vitest'
import { failureMessageOf, formLabels } from '#records/record-labels.ts'

test.each([
  ['listing', 'create', 'Failed to create listing. Please try again.'],
  ['listing', 'update', 'Failed to update listing. Please try again.'],
  ['listing', 'delete', 'Failed to delete listing. Please try again.'],
  ['listing_image', 'create', 'Failed to update listing. Please try again.'],
  ['listing_image', 'delete', 'Failed to update listing. Please try again.'],
  ['client', 'create', 'Failed to create client. Please try again.'],
  ['client', 'update', 'Failed to update client. Please try again.'],
  ['client', 'delete', 'Failed to delete client. Please try again.'],
  ['showing', 'create', 'Failed to create showing. Please check the details and try again.'],
  ['open_house', 'create', 'Failed to create open house. Please check the details and try again.'],
  ['open_house_visit', 'create', 'Failed to add visitor. Please check the details and try again.'],
  ['tour', 'create', 'Failed to create tour.'],
  ['tour', 'update', 'Failed to update tour.'],
  ['tour', 'delete', 'Failed to delete tour. Please try again.'],
] as const)('§8: the error message of a %s that failed to %s', (entity, kind, sentence) => {
  expect(failureMessageOf(entity, kind)).toBe(sentence)
})

test.each([
  ['showing', 'update', 'Failed to update showing. Please check the details and try again.'],
  ['open_house_visit', 'update', 'Failed to update visitor. Please check the details and try again.'],
  ['appointment', 'create', 'Failed to create appointment. Please check the details and try again.'],
  ['appointment', 'delete', 'Failed to delete appointment. Please try again.'],
  ['property', 'create', 'Failed to add the property. Please try again.'],
] as const)('the message that the specification leaves open: a %s that failed to %s', (entity, kind, sentence) => {
  expect(failureMessageOf(entity, kind)).toBe(sentence)
})

test('the names of a form are those of its heading and button', () => {
  expect(formLabels('open_house', true)).toEqual({
    label: 'New Open House',
    submitLabel: 'Create Open House',
    busyLabel: 'Creating Open House...',
  })
  expect(formLabels('client', false)).toMatchObject({ label: 'Edit Client', submitLabel: 'Update Client' })
})
