/// <reference types="@vitest/browser-playwright/context" />
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { saved } from '#tests/support/saved-rows.ts'
import { type Agent, anAgentAtWork, openScreens } from '#tests/support/workspace-screens.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

async function anAgentWithAda(): Promise<Agent> {
  const agent = await anAgentAtWork()
  await saved(agent.device, 'client', 1, { first_name: 'Ada', last_name: 'Park', created_at: new Date().toISOString() })
  return agent
}

async function press(name: string | RegExp): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  ;(button(name).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

test('completing a follow-up moves the focus to the next one, and the last one to the page', async () => {
  const agent = await anAgentWithAda()
  await saved(agent.device, 'follow_up', 1, { text: 'Send a list', due_date: '2026-11-21' })
  await saved(agent.device, 'follow_up', 2, { text: 'Ask the bank', due_date: '2026-11-22' })
  await openScreens(agent, '/clients/1')
  await press('Done: Send a list')
  await expect.element(button('Done: Ask the bank')).toHaveFocus()
  // Shift separates the presses, so that they do not count as a double press.
  await userEvent.keyboard('{Shift}{Enter}')
  await expect.element(page.getByText('Nothing to do for now.')).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('completing an entry of Call next moves the focus to the next, though the row has other buttons', async () => {
  const agent = await anAgentWithAda()
  await saved(agent.device, 'client', 2, { first_name: 'Bo', last_name: 'Lane', phone_number: '' })
  await saved(agent.device, 'follow_up', 1, { text: 'Send a list', due_date: '2026-11-20' })
  await saved(agent.device, 'follow_up', 2, {
    text: 'Ask the bank',
    due_date: '2026-11-21',
    of_client_key: '2',
  })
  await openScreens(agent, '/dashboard')
  await press('Done: Ada Park')
  await expect.element(button('Done: Ada Park')).not.toBeInTheDocument()
  const next = page.getByRole('region', { name: 'Call next' }).element()
  expect(next.contains(document.activeElement)).toBe(true)
})

test('deleting an entry in its form moves the focus to the entry beside it', async () => {
  const agent = await anAgentWithAda()
  await saved(agent.device, 'interaction', 5, { text: 'Wants a garden.', date: '2026-11-20' })
  await saved(agent.device, 'interaction', 6, { text: 'Wants a pool.', date: '2026-11-19', kind: 'Text' })
  await openScreens(agent, '/clients/1')
  await press(/^Edit Call of/)
  await press(/^Delete$/)
  await expect.element(button(/^Edit Call of/)).not.toBeInTheDocument()
  await expect.element(button(/^Edit Text of/)).toHaveFocus()
})

test('deleting without a question moves the focus to the row beside it', async () => {
  const agent = await anAgentWithAda()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'showing', 1, { start_time: '10:00:00', end_time: '10:30:00' })
  await saved(agent.device, 'showing', 2, { start_time: '11:00:00', end_time: '11:30:00' })
  await openScreens(agent, '/listings/1')
  await press(/^Delete showing of .*10:00 AM$/)
  await expect.element(button(/^Delete showing of .*10:00 AM$/)).not.toBeInTheDocument()
  await expect.element(button(/^Delete showing of .*11:00 AM$/)).toHaveFocus()
})

test('a tour and its form pass the focus to each other', async () => {
  const agent = await anAgentWithAda()
  await saved(agent.device, 'listing', 1)
  await saved(agent.device, 'tour', 1)
  await openScreens(agent, '/tours/1')
  await press('Edit')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Edit Tour #1' })).toBeVisible()
  expect(document.activeElement?.closest('main')).not.toBeNull()
  await press('Cancel')
  await expect.element(page.getByRole('heading', { level: 1, name: /Tour #1$/ })).toHaveFocus()
})
