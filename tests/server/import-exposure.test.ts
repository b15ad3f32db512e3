import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importExposureFile } from '#server/commands/import-exposure-command.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { aListing } from '#tests/support/listings.ts'
import { anAgent, type Agent } from '#tests/support/server.ts'

onAnyDatabase((server) => {
  let files = 0

  async function imported(username: string, text: string): Promise<string[]> {
    files += 1
    const file = path.join(server().dataDir, `exposure-${files}.csv`)
    await writeFile(file, text)
    return importExposureFile(server().services.database, username, file)
  }

  const exposureOf = async (agent: Agent, listingId: number) =>
    (await agent.get(`/api/listings/${listingId}/dashboard/?today=2026-11-21`)).body.statistics.exposure_stats

  test('figures are matched by listing id or address, and the report says which lines were skipped', async () => {
    const agent = await anAgent(server())
    const stranger = await anAgent(server())
    const listing = await aListing(agent)
    const second = await aListing(agent, {}, 2)
    const foreign = await aListing(stranger, {}, 3)
    // Full-width letters, as a Japanese keyboard writes them.
    const wide = agent.username.replaceAll(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    const report = await imported(
      wide.toUpperCase(),
      [
        'Platform;Date;Views;Likes;Saves;Listing;Address',
        `Zillow;2026-11-20;"1,204";17;3;${listing.id};`,
        `redfin;2026-11-21;80;4;1;;${second.property.address.toUpperCase()}  `,
        `zillow;2026-11-21;5;0;0;${foreign.id};`,
        `zillow;2026-11-31;5;0;0;${listing.id};`,
        `zillow;2026-11-21;few;0;0;${listing.id};`,
        'zillow;2026-11-21;5;0;0;;',
        'zillow;2026-11-21;5;0;0;;Nowhere 1',
        '',
      ].join('\r\n'),
    )
    expect(report).toEqual([
      `exposure-${files}.csv: 7 rows read, 2 figures of 2 listings kept, 5 skipped.`,
      `  Line 4 skipped: There is no listing ${foreign.id}.`,
      '  Line 5 skipped: Enter a date.',
      '  Line 6 skipped: Views must be a whole number.',
      '  Line 7 skipped: This line names no listing.',
      '  Line 8 skipped: There is no listing at Nowhere 1.',
    ])
    const { platforms, daily_data } = await exposureOf(agent, listing.id)
    expect(platforms).toEqual(['zillow'])
    expect(daily_data.zillow.views).toEqual([0, 0, 0, 0, 0, 1204, 0])
    expect((await exposureOf(agent, second.id)).daily_data.redfin.likes).toEqual([0, 0, 0, 0, 0, 0, 4])
    expect((await exposureOf(stranger, foreign.id)).platforms).toEqual([])
  })

  test('importing the same file again changes nothing, and a newer file replaces its figures', async () => {
    const agent = await anAgent(server())
    const { id } = await aListing(agent)
    const fileOf = (views: number) =>
      `\ufefflisting,platform,date,views,likes,saves\n${id},zillow,2026-11-21,${views},1,1\n`
    await imported(agent.username, fileOf(5))
    const first = await exposureOf(agent, id)
    await imported(agent.username, fileOf(5))
    expect(await exposureOf(agent, id)).toEqual(first)
    await imported(agent.username, fileOf(9))
    expect((await exposureOf(agent, id)).daily_data.zillow.views.at(-1)).toBe(9)
  })

  test('a row whose address has two listings is skipped', async () => {
    const agent = await anAgent(server())
    const { property } = await aListing(agent)
    await aListing(agent)
    const report = await imported(
      agent.username,
      `address,platform,date,views,likes,saves\n${property.address},zillow,2026-11-21,5,1,1\n`,
    )
    expect(report[1]).toBe(`  Line 2 skipped: There are several listings at ${property.address}; name one by its id.`)
  })

  test('a missing file, missing columns or an unknown agent is refused with one clear line', async () => {
    const agent = await anAgent(server())
    const { database } = server().services
    await expect(importExposureFile(database, agent.username, '/nowhere.csv')).rejects.toThrow(
      'The file /nowhere.csv cannot be read.',
    )
    await expect(importExposureFile(database, 'nobody', '/nowhere.csv')).rejects.toThrow('There is no agent "nobody".')
    await expect(imported(agent.username, 'platform,date,views\n')).rejects.toThrow(
      /has no column for listing or address; its columns are platform, date, views\.$/,
    )
  })
})
