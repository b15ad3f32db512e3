import { afterEach, expect, test } from 'vitest'
import { dismissNotification, notify, useNotifications } from '#state/notifications.ts'

const shown = () => useNotifications.getState().notifications
afterEach(() => useNotifications.setState({ notifications: [] }))

const broken = { type: 'error', title: 'Application Error', message: 'Please refresh the page.', duration: 0 } as const

test('what stays until it is dismissed is said once, however often it happens', () => {
  const ids = [notify(broken), notify(broken), notify({ ...broken, title: 'Failed to load clients' })]
  expect(shown().map(({ title }) => title)).toEqual(['Application Error', 'Failed to load clients'])
  expect(ids[1]).toBe(ids[0])
  dismissNotification(ids[0]!)
  notify(broken)
  expect(shown()).toHaveLength(2)
})

test('what passes by itself, or can be undone, is said each time', () => {
  for (let time = 1; time <= 2; time += 1) {
    notify({ title: 'Client Created' })
    notify({ title: 'Deleted', duration: 0, action: { label: 'Undo', run: () => {} } })
  }
  expect(shown()).toHaveLength(4)
})
