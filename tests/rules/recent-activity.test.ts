import { describe, expect, test } from 'vitest'
import { activityDetail, activityLabel, withActivity, type Activity } from '#core/domain/account/recent-activity.ts'

describe('recent activity', () => {
  test('has the latest five entries, newest first', () => {
    let activities: Activity[] = []
    for (const minute of [1, 2, 3, 4, 5, 6]) {
      activities = withActivity(activities, { type: 'view_clients', timestamp: `2026-11-21T09:0${minute}:00Z` })
    }
    expect(activities.map((activity) => activity.timestamp.slice(14, 16))).toEqual(['06', '05', '04', '03', '02'])
  })

  test('a press and the save that follows are one entry', () => {
    const pressed = withActivity([], { type: 'create_client', timestamp: '2026-11-21T09:00:00Z', begun: true })
    const saved = withActivity(pressed, { type: 'create_client', timestamp: '2026-11-21T09:02:00Z' })
    expect(saved).toEqual([{ type: 'create_client', timestamp: '2026-11-21T09:02:00Z' }])
    expect(withActivity(saved, { type: 'create_client', timestamp: '2026-11-21T09:05:00Z' })).toHaveLength(2)
  })

  test('each action has the label of the specification', () => {
    expect(activityLabel({ type: 'create_listing' })).toBe('Created a new listing')
    expect(activityLabel({ type: 'view_listings' })).toBe('Viewed listings')
    expect(activityLabel({ type: 'view_clients' })).toBe('Viewed clients')
    expect(activityLabel({ type: 'create_client' })).toBe('Added a new client')
    expect(activityLabel({ type: 'delete_client' })).toBe('Deleted a client')
    expect(activityLabel({ type: 'delete_listing' })).toBe('Deleted a listing')
  })

  test('a press without a save is shown as begun, not as done', () => {
    expect(activityLabel({ type: 'create_listing', begun: true })).toBe('Began a new listing')
    expect(activityLabel({ type: 'create_client', begun: true })).toBe('Began a new client')
    expect(activityLabel({ type: 'view_clients', begun: true })).toBe('Viewed clients')
  })

  test('an entry names its home or person, and says if it was edited', () => {
    expect(activityDetail({ type: 'create_listing', about: '51 Aiken Way' })).toBe('51 Aiken Way')
    expect(activityDetail({ type: 'edit_client', about: 'Jo Park' })).toBe('Edited Jo Park')
    expect(activityDetail({ type: 'edit_client' })).toBe('')
  })

  test("any other type reads 'Performed an action'", () => {
    for (const type of ['edit_listing', 'edit_client', 'something_new', 'constructor'])
      expect(activityLabel({ type })).toBe('Performed an action')
    expect(activityLabel({ type: 'constructor', begun: true })).toBe('Performed an action')
  })
})
