import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draftPort } from '#storage/drafts/draft-port.ts'
import { returnPage } from '#storage/database/page-freeze.ts'
import { longTest } from '#tests/support/long-test.ts'
import { aTourToRate, open } from '#tests/support/tour-screens.ts'
import type { Agent } from '#tests/support/workspace-screens.tsx'

beforeEach(() => page.viewport(1280, 900))

describe('A1: the last words of a note', () => {
  const noteOfElm = () => page.getByRole('article', { name: '9 Elm St' }).getByLabelText('Note')
  const stepsOf = async ({ device }: Agent) => (await device.database.tours.get('1'))?.steps ?? []
  const exitDrafts = () => Object.keys(localStorage).filter((key) => key.includes('tour-note'))
  /** Opens the tour with its three notes, and waits for their drafts. */
  const openTour = async () => {
    const agent = await aTourToRate()
    await expect.element(noteOfElm()).toBeVisible()
    for (const stop of [1, 2, 3]) await draftPort(String(agent.id), `tour-note:1:${stop}`).enqueue(async () => {})
    return agent
  }
  /** Freezes the page before pending work, as WebKit does, which may never resume it. */
  const freeze = async ({ id }: Agent) => {
    onTestFinished(returnPage)
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    const isOfAgent = ({ name }: LockInfo) => name?.includes(` ${id} tour-note`)
    await expect.poll(async () => (await navigator.locks.query()).held?.filter(isOfAgent)).toEqual([])
  }
  const hide = () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    visibility.mockRestore()
  }

  longTest('are saved when the tour is opened again, if its page was left right after them for good', async () => {
    const agent = await openTour()
    await noteOfElm().fill('Loved the garden')
    await freeze(agent)
    expect(exitDrafts()).toHaveLength(1)
    await agent.unmount()
    returnPage()
    await agent.device.replica.transact('read', async () => {})
    expect(await stepsOf(agent)).toHaveLength(3)

    await open(agent, '/tours/1/run')
    await expect.element(noteOfElm()).toHaveValue('Loved the garden')
    await expect.poll(async () => (await stepsOf(agent)).at(-1)?.note).toBe('Loved the garden')
    await expect.poll(exitDrafts).toEqual([])
    expect(await stepsOf(agent)).toHaveLength(4)
  })

  longTest('are saved once if the page returns', async () => {
    const agent = await openTour()
    await noteOfElm().fill('Loved the garden')
    await freeze(agent)
    returnPage()
    await expect.poll(async () => (await stepsOf(agent)).at(-1)?.note).toBe('Loved the garden')
    await expect.poll(exitDrafts).toEqual([])
    expect(await stepsOf(agent)).toHaveLength(4)
  })

  longTest('are in local storage as soon as the page is hidden, until they are saved', async () => {
    const agent = await openTour()
    await noteOfElm().fill('Loved the garden')
    hide()
    expect(exitDrafts()).toHaveLength(1)
    await expect.poll(exitDrafts).toEqual([])
    expect((await stepsOf(agent)).at(-1)?.note).toBe('Loved the garden')
  })

  test('do not replace another device’s note, if they were saved right before the page ended', async () => {
    const agent = await openTour()
    await noteOfElm().fill('Loved the garden')
    hide()
    const [key] = exitDrafts()
    const draft = localStorage.getItem(key!)!
    await expect.poll(exitDrafts).toEqual([])
    await agent.unmount()
    localStorage.setItem(key!, draft)
    const steps = await stepsOf(agent)
    await agent.device.database.tours.update('1', {
      steps: [...steps, { ...steps.at(-1)!, id: 'elsewhere', note: 'Loved the pool' }],
    })
    await open(agent, '/tours/1/run')
    await expect.element(noteOfElm()).toHaveValue('Loved the pool')
    await expect.poll(exitDrafts).toEqual([])
    await expect.element(noteOfElm()).toHaveValue('Loved the pool')
  })
})
