import type { Page } from '@playwright/test'

/** Lists the first matching catalog properties with the browser's session; returns their addresses. */
export async function listProperties(page: Page, search: string, count: number): Promise<string[]> {
  return page.evaluate(
    async ({ search, count }) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const found = await fetch(`/api/properties/properties/?search=${encodeURIComponent(search)}&page_size=${count}`)
      const { results } = (await found.json()) as { results: { id: number; address: string }[] }
      for (const { id } of results) {
        const body = new FormData()
        body.set('property', String(id))
        body.set('listing_price', '250000')
        body.set('description', 'To be toured.')
        const answer = await fetch('/api/listings/', { method: 'POST', body, headers: { 'X-CSRFToken': token } })
        if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
      }
      return results.map(({ address }) => address)
    },
    { search, count },
  )
}
