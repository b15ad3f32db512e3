import { afterEach, expect, test } from 'vitest'
import { dismissNotification, notify, useNotifications } from '#state/notifications.ts'

const shown = () => useNotifications.getState().notifications
afterEach(() => useNotifications.setState({ notifications: [] }))

const broken = { type: 'error', title: 'Application Error', message: 'Please refresh the page.', duration: 0 } as const

test('a notification that stays until dismissed is shown once, even if it repeats', () => {
  const ids = [notify(broken), notify(broken), notify({ ...broken, title: 'Failed to load clients' })]
  expect(shown().map(({ title }) => title)).toEqual(['Application Error', 'Failed to load clients'])
  expect(ids[1]).toBe(ids[0])
  dismissNotification(ids[0]!)
  notify(broken)
  expect(shown()).toHaveLength(2)
})

test('a notification that times out or offers Undo is shown each time', () => {
  for (let time = 1; time <= 2; time += 1) {
    notify({ title: 'Client Created' })
    notify({ title: 'Deleted', duration: 0, action: { label: 'Undo', run: () => {} } })
  }
  expect(shown()).toHaveLength(4)
})

test('a newer notification of a topic replaces the previous one, with its own Undo', () => {
  const undone: string[] = []
  for (const message of ['1 Elm St', '2 Elm St', '3 Elm St']) {
    notify({
      title: 'Home Added',
      message,
      topic: 'home-added',
      action: { label: 'Undo', run: () => undone.push(message) },
    })
    notify({ title: 'Client Created' })
  }
  const added = shown().filter(({ title }) => title === 'Home Added')
  expect(added.map(({ message }) => message)).toEqual(['3 Elm St'])
  added[0]?.action?.run()
  expect(undone).toEqual(['3 Elm St'])
  expect(shown()).toHaveLength(4)
})
