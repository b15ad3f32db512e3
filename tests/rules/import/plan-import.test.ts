import { expect, test } from 'vitest'
import { appointmentImport } from '#core/import/appointment-import.ts'
import { judgeFile, planImport } from '#core/import/plan-import.ts'

const yoga = { event: '', title: 'Yoga', start_time: '09:00', end_time: '10:00', notes: '', location: '' }

test('details that a file has twice go to the occurrence of a repeated event that they are of', () => {
  const lines = [
    { ...yoga, line: 3, date: '2027-01-04' },
    { ...yoga, line: 3, date: '2027-01-11' },
    { ...yoga, line: 20, date: '2027-01-04', notes: 'Bring the mat.' },
  ]
  const { records } = judgeFile(appointmentImport, lines, [])
  const { creates } = planImport(appointmentImport, records, () => 'merge')
  expect(creates).toMatchObject([
    { date: '2027-01-04', notes: 'Bring the mat.' },
    { date: '2027-01-11', notes: '' },
  ])
})
