import { expect, test } from 'vitest'
import { fillDemo } from '#server/commands/demo.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { aVisitor } from '#tests/support/server.ts'

onEveryDatabase((server) => {
  test('the demonstration is an agent with listings, photos and clients, who can sign in', async () => {
    const { username, password } = await fillDemo(server().services)
    const agent = aVisitor(server())
    await agent.get('/api/sync/')
    expect((await agent.post('/api/users/auth/login/', { username, password })).status).toBe(200)
    const listings = (await agent.get('/api/listings/?page_size=100')).body
    expect(listings.count).toBe(40)
    expect(new Set(listings.results.map((listing: { property: { id: number } }) => listing.property.id)).size).toBe(40)
    expect(listings.results.filter((listing: { images: unknown[] }) => listing.images.length > 0)).toHaveLength(12)
    expect((await agent.get('/api/crm/clients/?page_size=100')).body.count).toBe(60)
    const photographed = listings.results.find((listing: { images: unknown[] }) => listing.images.length === 2)
    expect((await agent.get(photographed.images[0].image)).status).toBe(200)
  })
})
