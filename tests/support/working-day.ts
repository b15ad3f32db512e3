import type { Page } from '@playwright/test'

export type WorkingDay = { day: string; homes: string[] }

/**
 * Gives the page's agent three listings, the clients Jo Park and Ann Lee, and a day: a showing for Jo at 10:00 AM at the first
 * home, a tour with Jo from 11:00 AM to the other two, an open house at 2:00 PM at the first.
 */
export function workingDay(page: Page): Promise<WorkingDay> {
  return page.evaluate(makeWorkingDay, undefined)
}

/** Runs in the page, so it refers to nothing outside; `openHouse` has the hours of the open house. */
export async function makeWorkingDay(openHouse = { start_time: '14:00', end_time: '16:00' }): Promise<WorkingDay> {
  const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
  const post = async (path: string, body: object) => {
    const answer = await fetch(`/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'X-CSRFToken': token, 'Content-Type': 'application/json' },
    })
    if (answer.status !== 201) throw new Error(`${path} ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: number }
  }
  const found = await fetch('/api/properties/properties/?page_size=3')
  const { results } = (await found.json()) as { results: { id: number; address: string }[] }
  const listings: number[] = []
  for (const property of results) {
    const listing = { property: property.id, listing_price: '250000', description: 'Close to the park.' }
    listings.push((await post('listings/', listing)).id)
  }
  const day = new Date().toLocaleDateString('sv-SE')
  const email = 'jo@mailbox.example'
  const jo = { first_name: 'Jo', last_name: 'Park', email, phone_number: '(916) 555-0118', category: 'Buyer' }
  const ann = { ...jo, first_name: 'Ann', last_name: 'Lee', email: 'ann@mailbox.example' }
  const { id: client } = await post('crm/clients/', jo)
  await post('crm/clients/', ann)
  const at = (start_time: string, end_time: string) => ({ start_time, end_time })
  await post(`listings/${listings[0]}/showings/`, {
    ...at('10:00', '10:30'),
    showing_date: day,
    client_email: email,
    client,
  })
  await post(`listings/${listings[0]}/open-houses/`, { ...openHouse, date: day })
  const selected = { selected_listings: listings.slice(1), preferences: { include_lunch_break: false } }
  await post('tours/tours/auto-create/', {
    ...at('11:00', '14:00'),
    ...selected,
    tour_date: day,
    client_email: email,
    client,
  })
  return { day, homes: results.map(({ address }) => address) }
}

/** Prevents links to call, text or email, because the machine has no phone. */
export async function withoutTelephone(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link !== null && /^(tel|sms|mailto):/.test(link.href)) event.preventDefault()
    }),
  )
}
