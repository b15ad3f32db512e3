import { describe, expect, test } from 'vitest'
import { activityLabel, withActivity, type Activity } from '#core/domain/recent-activity.ts'

describe('recent activity', () => {
  test('keeps the latest five, newest first', () => {
    let activities: Activity[] = []
    for (const minute of [1, 2, 3, 4, 5, 6]) {
      activities = withActivity(activities, { type: 'view_clients', timestamp: `2026-11-21T09:0${minute}:00Z` })
    }
    expect(activities.map((activity) => activity.timestamp.slice(14, 16))).toEqual(['06', '05', '04', '03', '02'])
  })

  test('a press and the save it leads to are one entry', () => {
    const pressed = withActivity([], { type: 'create_client', timestamp: '2026-11-21T09:00:00Z', begun: true })
    const saved = withActivity(pressed, { type: 'create_client', timestamp: '2026-11-21T09:02:00Z' })
    expect(saved).toEqual([{ type: 'create_client', timestamp: '2026-11-21T09:02:00Z' }])
    expect(withActivity(saved, { type: 'create_client', timestamp: '2026-11-21T09:05:00Z' })).toHaveLength(2)
  })

  test('each action has the label of the specification', () => {
    expect(activityLabel('create_listing')).toBe('Created a new listing')
    expect(activityLabel('view_listings')).toBe('Viewed listings')
    expect(activityLabel('view_clients')).toBe('Viewed clients')
    expect(activityLabel('create_client')).toBe('Added a new client')
    expect(activityLabel('delete_client')).toBe('Deleted a client')
    expect(activityLabel('delete_listing')).toBe('Deleted a listing')
  })

  test("any other type reads 'Performed an action'", () => {
    expect(activityLabel('edit_listing')).toBe('Performed an action')
    expect(activityLabel('edit_client')).toBe('Performed an action')
    expect(activityLabel('something_new')).toBe('Performed an action')
    expect(activityLabel('constructor')).toBe('Performed an action')
  })
})
