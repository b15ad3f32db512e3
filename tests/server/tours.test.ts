import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { isNightly, onEveryDatabase } from '#tests/support/databases.ts'
import { anAgent, aVisitor, type Agent } from '#tests/support/server.ts'
import { aTour, makeTour, someListings } from '#tests/support/tours.ts'

const address = '/api/tours/tours/'

type Stop = {
  listing_id: number
  duration_minutes: number
  estimated_arrival: string
  estimated_departure: string
  listing_address: string
}

onEveryDatabase((server, kind) => {
  test('two changes at once both arrive, one after the other', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 3)
    const tour = await makeTour(agent, aTour(listings))
    const own = `${address}${tour.id}/`
    const answers = await Promise.all([
      agent.patch(own, { client_email: 'sam@example.com' }),
      agent.patch(own, { preferences: { max_duration_per_property: 30 } }),
      agent.patch(own, { status: 'in_progress' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await agent.get(own)).body).toMatchObject({
      client_email: 'sam@example.com',
      status: 'in_progress',
      preferences: { max_duration_per_property: 30 },
    })
  })

  if (isNightly(kind)) return

  test('a tour shows nothing of a listing that another agent has sold, whatever stops a device sends', async () => {
    const [other, agent] = [await anAgent(server()), await anAgent(server())]
    const [sold] = await someListings(other, 1, { status: 'Sold' })
    const stops = [
      {
        stop_id: 's1',
        order: 1,
        listing_id: sold!.id,
        listing_address: 'A guess',
        listing_city: '',
        duration_minutes: 60,
        estimated_arrival: '09:00:00',
        estimated_departure: '10:00:00',
        drive_minutes: null,
        drive_miles: null,
      },
    ]
    const planned = await agent.post(`${address}auto-create/`, aTour([sold!], { stops, lunch: null, dropped: [] }))
    expect([planned.status, planned.body.stops[0]?.listing_address]).toEqual([201, 'A guess'])
    const moved = await agent.patch(`${address}${planned.body.id}/`, { start_time: '10:00:00', end_time: '16:00:00' })
    expect([moved.status, moved.body.dropped]).toEqual([
      200,
      [expect.objectContaining({ listing_address: 'A guess', reason: 'no_longer_listed' })],
    ])
  })

  test('auto-create keeps the order given, from 09:00 to 17:00 with lunch, and times every stop', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 3)
    const chosen = [listings[2]!, listings[0]!, listings[1]!]
    const answer = await agent.post(`${address}auto-create/`, aTour(chosen, { client_email: '  jo@example.com ' }))
    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toBe(`${address}${answer.body.id}/`)
    expect(answer.body).toMatchObject({
      client_email: 'jo@example.com',
      status: 'scheduled',
      planning: 'given',
      tour_date: '2026-11-23',
      start_time: '09:00:00',
      end_time: '17:00:00',
      selected_listings: chosen.map(({ id }) => id),
      preferences: {
        min_duration_per_property: 30,
        max_duration_per_property: 60,
        include_lunch_break: true,
        lunch_duration: 45,
      },
      lunch: { start_time: expect.any(String), end_time: expect.any(String) },
      dropped: [],
      steps: [],
    })
    const stops: Stop[] = answer.body.stops
    expect(stops.map(({ listing_id }) => listing_id)).toEqual(chosen.map(({ id }) => id))
    expect(stops[0]).toMatchObject({
      order: 1,
      listing_address: chosen[0]!.property.address,
      listing_city: chosen[0]!.property.city,
      duration_minutes: 60,
      estimated_arrival: '09:00:00',
      estimated_departure: '10:00:00',
      drive_minutes: null,
      is_listed: true,
    })
    expect(answer.body.total_distance).toBeGreaterThan(0)
    expect((await agent.get(`${address}${answer.body.id}/`)).body).toEqual(answer.body)
  })

  test('intelligent-create finds the shorter route, and both previews agree with it', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 6)
    const asked = aTour(listings, { preferred_start_time: '10:00', preferred_end_time: '16:00:00' })
    const given = await makeTour(agent, { ...asked, tour_date: '2026-11-24' })
    const preview = await agent.post(`${address}route-optimization-preview/`, asked)
    const twice = { ...asked, selected_listings: [...asked.selected_listings, ...asked.selected_listings] }
    const again = await agent.post(`${address}route-optimization-preview/`, twice)
    expect(again.body).toEqual(preview.body)
    const best = await makeTour(agent, asked, 'best')
    expect(best).toMatchObject({ planning: 'best', start_time: '10:00:00', end_time: '16:00:00' })
    expect(best.total_distance).toBeLessThanOrEqual(given.total_distance)
    expect(preview).toMatchObject({ status: 200, body: { error: null, total_distance: best.total_distance } })
    expect(preview.body.optimized_order).toEqual(
      best.stops.map((stop: Stop) => ({ listing_id: stop.listing_id, address: stop.listing_address })),
    )
    expect(preview.body.efficiency_score).toBeGreaterThan(0)
    const free = await agent.post(`${address}availability-preview/`, { ...asked, tour_date: '2026-11-25' })
    expect(free.body).toEqual({
      slot_count: 1,
      longest_slot: 360,
      available_slots: [{ start_time: '10:00:00', end_time: '16:00:00' }],
    })
  })

  test('the agent’s own day is kept free: appointments, showings, open houses and other tours', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 3)
    const date = '2026-11-23'
    await agent.post('/api/scheduling/appointments/', { date, start_time: '09:00', end_time: '10:00' })
    await agent.post(`/api/listings/${listings[2]!.id}/open-houses/`, { date, start_time: '15:00', end_time: '17:00' })
    const free = await agent.post(`${address}availability-preview/`, { tour_date: date, selected_listings: [] })
    expect(free.body.available_slots).toEqual([{ start_time: '10:00:00', end_time: '15:00:00' }])
    const first = await makeTour(agent, aTour(listings.slice(0, 1)), 'best')
    expect(first.stops[0].estimated_arrival >= '10:00:00').toBe(true)
    expect(first.stops[0].estimated_departure <= '15:00:00').toBe(true)
    const later = await agent.post(`${address}availability-preview/`, { tour_date: date })
    expect(later.body.slot_count).toBeGreaterThan(0)
    for (const slot of later.body.available_slots) {
      const isBeside =
        slot.end_time <= first.stops[0].estimated_arrival || slot.start_time >= first.stops[0].estimated_departure
      expect(isBeside, JSON.stringify(slot)).toBe(true)
    }
    await agent.patch(`${address}${first.id}/`, { status: 'cancelled' })
    const again = await agent.post(`${address}availability-preview/`, { tour_date: date })
    expect(again.body.available_slots).toEqual(free.body.available_slots)
  })

  test('a home where another agent has an open house is visited before or after it', async () => {
    const [owner, buyersAgent] = [await anAgent(server()), await anAgent(server())]
    const listings = await someListings(owner, 1)
    const date = '2026-11-23'
    await owner.post(`/api/listings/${listings[0]!.id}/open-houses/`, { date, start_time: '09:00', end_time: '12:00' })
    const off = { showing_date: date, start_time: '12:00', end_time: '13:00', client_email: 'jo@example.com' }
    await owner.post(`/api/listings/${listings[0]!.id}/showings/`, { ...off, status: 'Cancelled' })
    const tour = await makeTour(buyersAgent, aTour(listings), 'best')
    expect(tour.stops).toMatchObject([{ estimated_arrival: '12:00:00' }])
    expect(tour.dropped).toEqual([])
    const events = await buyersAgent.get(`/api/listings/available/?tour_date=${date}&ids=${listings[0]!.id}`)
    expect(events.body).toMatchObject({ count: 1, results: [{ id: listings[0]!.id }] })
    const [shown] = events.body.results
    expect(shown.events).toEqual([{ type: 'open_house', start_time: '09:00:00', end_time: '12:00:00', is_own: false }])
  })

  test('the server saves the plan that the device has shown', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 2)
    const planned = await makeTour(agent, aTour(listings))
    const [{ is_listed: _, ...first }, { is_listed: __, ...second }] = planned.stops
    const shown = [
      { ...first, stop_id: 'mine-1', estimated_arrival: '09:10:00', estimated_departure: '09:45:00' },
      { ...second, stop_id: 'mine-2', estimated_arrival: '11:00:00', estimated_departure: '12:00:00' },
    ]
    const kept = await makeTour(
      agent,
      aTour(listings, { stops: shown, lunch: null, dropped: [], total_distance: 4.2, estimated_duration: 170 }),
      'best',
    )
    expect(kept).toMatchObject({ stops: shown, lunch: null, total_distance: 4.2, estimated_duration: 170 })
    // The server plans again if the sent plan has another listing, or a stop outside the tour's times.
    const strange = [{ ...shown[0], listing_id: 999_999 }, shown[1]]
    expect((await makeTour(agent, aTour(listings, { stops: strange }))).stops[0].listing_id).toBe(listings[0]!.id)
    const early = [{ ...shown[0], estimated_arrival: '07:00:00' }, shown[1]]
    expect((await makeTour(agent, aTour(listings, { stops: early }))).stops[0].estimated_arrival >= '09:00:00').toBe(
      true,
    )
  })

  test('a change of part of a shown plan leaves the rest of the plan as it is', async () => {
    const agent = await anAgent(server())
    const tour = await makeTour(agent, aTour(await someListings(agent, 3)))
    expect(tour.lunch).not.toBeNull()
    const own = `${address}${tour.id}/`
    const { lunch, total_distance, estimated_duration, dropped } = tour
    const rest = { lunch, total_distance, estimated_duration, dropped }

    const [first, ...others]: Stop[] = tour.stops
    const stops = [{ ...first!, estimated_arrival: '09:00:01' }, ...others]
    const moved = await agent.patch(own, { end_time: '18:00:00', stops })
    expect(moved.body).toMatchObject({ end_time: '18:00:00', ...rest })
    expect(moved.body.stops[0].estimated_arrival).toBe(stops[0]?.estimated_arrival)

    const without = await agent.patch(own, { preferences: { include_lunch_break: false }, lunch: null })
    expect(without.body).toMatchObject({ ...rest, lunch: null })
    expect(without.body.stops).toEqual(moved.body.stops)
  })

  test('a visit has the length that the agent set, and a new length changes the plan', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 2)
    const lengths = (minutes: number) => [{ listing_id: listings[1]!.id, minutes }]
    const tour = await makeTour(agent, aTour(listings, { visit_lengths: lengths(95) }))
    expect(tour.visit_lengths).toEqual(lengths(95))
    const minutesOf = (stops: Stop[]) => stops.map((stop) => stop.duration_minutes)
    expect(minutesOf(tour.stops)).toEqual([60, 95])
    const changed = await agent.patch(`${address}${tour.id}/`, { visit_lengths: lengths(20) })
    expect(minutesOf(changed.body.stops)).toEqual([60, 20])
    expect((await agent.patch(`${address}${tour.id}/`, { visit_lengths: lengths(10) })).status).toBe(400)
    expect((await makeTour(agent, aTour(listings))).visit_lengths).toEqual([])
  })

  test('resending equal fields, reordered or as strings, does not plan again', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 2)
    const visit_lengths = [{ listing_id: listings[1]!.id, minutes: 95 }]
    const preferences = { lunch_duration: 60, include_lunch_break: true }
    const tour = await makeTour(agent, aTour(listings, { visit_lengths, preferences }))
    // Planned again, the homes would not fit in this day.
    const busy = { date: tour.tour_date, start_time: '09:00', end_time: '17:00' }
    await agent.post('/api/scheduling/appointments/', busy)
    const patched = async (changes: object) => (await agent.patch(`${address}${tour.id}/`, changes)).body.stops
    const sent = { visit_lengths: visit_lengths.map(({ listing_id, minutes }) => ({ minutes, listing_id })) }
    expect(await patched(sent)).toEqual(tour.stops)
    expect(await patched({ preferences: { ...preferences, lunch_duration: '60' } })).toEqual(tour.stops)
    expect(await patched({ preferences: { lunch_duration: 45 } })).toEqual([])
  })

  test('a tour is changed in part and as a whole, planned again where that matters, and deleted', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 3)
    const tour = await makeTour(agent, aTour(listings.slice(0, 2)))
    const own = `${address}${tour.id}/`
    const renamed = await agent.patch(own, { client_email: 'sam@example.com' })
    expect(renamed).toMatchObject({ status: 200, body: { client_email: 'sam@example.com', stops: tour.stops } })
    const longer = await agent.patch(own, { selected_listings: listings.map(({ id }) => id) })
    expect(longer.body.stops).toHaveLength(3)
    expect(longer.body.stops[0].stop_id).toBe(tour.stops[0].stop_id)
    // The edit form sends its preferences as strings.
    const preferences = {
      min_duration_per_property: '15',
      max_duration_per_property: '20',
      include_lunch_break: false,
      lunch_duration: '',
    }
    const whole = { ...renamed.body, start_time: '10:00', end_time: '14:00', preferences }
    const put = await agent.put(own, whole)
    expect(put).toMatchObject({
      status: 200,
      body: {
        start_time: '10:00:00',
        end_time: '14:00:00',
        preferences: { min_duration_per_property: 15, max_duration_per_property: 20, lunch_duration: 45 },
        lunch: null,
      },
    })
    expect(put.body.stops.map(({ duration_minutes }: { duration_minutes: number }) => duration_minutes)).toEqual([
      20, 20,
    ])
    expect(await agent.delete(own, { 'if-match': `"${tour.version}"` })).toMatchObject({ status: 412 })
    expect((await agent.delete(own)).status).toBe(204)
    expect((await agent.get(own)).status).toBe(404)
  })

  test('a tour is scheduled, in progress, completed; canceled before that; and can be reopened', async () => {
    const agent = await anAgent(server())
    const tour = await makeTour(agent, aTour(await someListings(agent, 1)))
    const own = `${address}${tour.id}/`
    const to = async (status: string) => (await agent.patch(own, { status })).status
    expect(await agent.patch(own, { status: 'completed' })).toMatchObject({
      status: 400,
      body: { status: ['A tour must be in progress before it is completed.'] },
    })
    expect(await to('in_progress')).toBe(200)
    expect(await to('completed')).toBe(200)
    // The client may be corrected after the tour.
    const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' }
    const client = (await agent.post('/api/crm/clients/', ann)).body.id
    expect(await agent.patch(own, { client })).toMatchObject({ status: 200, body: { client, status: 'completed' } })
    expect(await to('cancelled')).toBe(400)
    expect(await to('in_progress')).toBe(200)
    expect(await to('cancelled')).toBe(200)
    expect(await to('completed')).toBe(400)
    expect(await to('scheduled')).toBe(200)
    expect(await to('cancelled')).toBe(200)
    expect(await to('lost')).toBe(400)
  })

  test('the steps of a running tour are stored one by one', async () => {
    const agent = await anAgent(server())
    const tour = await makeTour(agent, aTour(await someListings(agent, 1)))
    const arrived = { id: randomUUID(), kind: 'arrived', stop_id: tour.stops[0].stop_id, at: '09:02' }
    const rated = {
      id: randomUUID(),
      kind: 'rated',
      stop_id: tour.stops[0].stop_id,
      at: '09:40',
      rating: 4,
      note: 'Light',
    }
    const changed = await agent.patch(`${address}${tour.id}/`, { status: 'in_progress', steps: [arrived, rated] })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        status: 'in_progress',
        steps: [
          { kind: 'arrived', at: '09:02:00' },
          { rating: 4, note: 'Light' },
        ],
      },
    })
    const bad = await agent.patch(`${address}${tour.id}/`, { steps: [{ ...rated, rating: 9 }] })
    expect(bad.status).toBe(400)
  })

  test('half a surrogate pair in a tour is stored as U+FFFD, as everywhere', async () => {
    const agent = await anAgent(server())
    const [listing] = await someListings(agent, 1)
    const { stops } = await makeTour(agent, aTour([listing!]))
    const odd = { stops: [{ ...stops[0], stop_id: 's\0 \ud800' }], lunch: null, dropped: [] }
    const tour = await makeTour(agent, aTour([listing!], odd))
    expect(tour.stops[0].stop_id).toBe('s \ufffd')
    const step = { id: 'one\0', kind: 'rated', stop_id: 's \ud800', at: '09:02', note: 'Light \ud83d' }
    const changed = await agent.patch(`${address}${tour.id}/`, { steps: [step] })
    expect([changed.status, changed.body.steps]).toMatchObject([
      200,
      [{ id: 'one', stop_id: 's \ufffd', note: 'Light \ufffd' }],
    ])
  })

  test('a listing that is deleted or sold leaves its stop in the tour, no longer listed', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 2)
    const tour = await makeTour(agent, aTour(listings))
    await agent.delete(`/api/listings/${listings[0]!.id}/`)
    const form = new FormData()
    form.set('property', '2')
    form.set('status', 'Sold')
    await agent.ask('PATCH', `/api/listings/${listings[1]!.id}/`, { body: form })
    const shown = await agent.get(`${address}${tour.id}/`)
    expect(shown.body.stops).toMatchObject([
      { listing_address: listings[0]!.property.address, is_listed: false },
      { listing_address: listings[1]!.property.address, is_listed: false },
    ])
    // It can still be changed; planning again says why a home is left out.
    const later = await agent.patch(`${address}${tour.id}/`, { tour_date: '2026-11-25' })
    expect(later).toMatchObject({ status: 200, body: { stops: [] } })
    expect(later.body.dropped.map(({ reason }: { reason: string }) => reason)).toEqual([
      'no_longer_listed',
      'no_longer_listed',
    ])
  })

  test.each([
    ['no client', { client_email: '   ' }, { client_email: ['Please enter a client email address.'] }],
    ['no e-mail address', { client_email: 'jo' }, { client_email: ['Enter a valid email address.'] }],
    [
      'no listing',
      { selected_listings: [] },
      { selected_listings: ['Please select at least one listing for the tour.'] },
    ],
    [
      'a listing that is none',
      { selected_listings: [999_999] },
      { selected_listings: ['Listing 999999 is not available.'] },
    ],
    ['no date', { tour_date: '2026-02-31' }, { tour_date: ['Enter a date.'] }],
    [
      'its end before its start',
      { start_time: '12:00', end_time: '11:00' },
      { end_time: ['End Time must be after Start Time.'] },
    ],
    [
      'too short a visit',
      { preferences: { min_duration_per_property: 10 } },
      {
        'preferences.min_duration_per_property': [
          'Minimum Minutes per Property must be a whole number from 15 to 120.',
        ],
      },
    ],
    [
      'a maximum below the minimum',
      { preferences: { min_duration_per_property: 60, max_duration_per_property: 30 } },
      {
        'preferences.max_duration_per_property': ['Maximum Minutes per Property must not be less than the minimum.'],
      },
    ],
    [
      'too long a lunch',
      { preferences: { lunch_duration: '121' } },
      { 'preferences.lunch_duration': ['Lunch Minutes must be a whole number from 15 to 120.'] },
    ],
  ])('a tour with %s is refused at the field', async (_, wishes, messages) => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 1)
    for (const call of ['auto-create', 'intelligent-create']) {
      const answer = await agent.post(`${address}${call}/`, aTour(listings, wishes))
      expect(answer).toMatchObject({ status: 400, body: messages })
    }
  })

  test('another agent can neither see nor change a tour', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const tour = await makeTour(agent, aTour(await someListings(agent, 1)))
    const own = `${address}${tour.id}/`
    expect((await other.get(own)).status).toBe(404)
    expect((await other.patch(own, { status: 'cancelled' })).status).toBe(404)
    expect((await other.put(own, tour)).status).toBe(404)
    expect((await other.delete(own)).status).toBe(404)
    expect((await other.get(address)).body.results).toEqual([])
    expect((await wholeFeed(other)).filter(({ entity }) => entity === 'tour')).toEqual([])
    expect((await aVisitor(server()).get(own)).status).toBe(401)
  })

  test('tours are found by client, date and status, and sorted by either date', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 1)
    const first = await makeTour(agent, aTour(listings, { client_email: 'ann@example.com', tour_date: '2026-12-02' }))
    const second = await makeTour(agent, aTour(listings, { client_email: 'bob@example.com', tour_date: '2026-12-01' }))
    await agent.patch(`${address}${second.id}/`, { status: 'in_progress' })
    const shown = async (query: string) =>
      (await agent.get(`${address}?${query}`)).body.results.map(({ id }: { id: number }) => id)
    expect(await shown('')).toEqual([second.id, first.id])
    expect(await shown('ordering=created_at')).toEqual([first.id, second.id])
    expect(await shown('ordering=tour_date')).toEqual([second.id, first.id])
    expect(await shown('ordering=-tour_date')).toEqual([first.id, second.id])
    expect(await shown('status=in_progress')).toEqual([second.id])
    expect(await shown('search=ann')).toEqual([first.id])
    expect(await shown('search=2026-12-01')).toEqual([second.id])
    for (const words of ['in progress', 'in_progress', 'In Progress'])
      expect(await shown(`search=${words}`)).toEqual([second.id])
    expect((await agent.get(`${address}?status=lost`)).status).toBe(400)
    expect((await agent.get('/api/users/dashboard/?today=2026-12-02')).body.upcoming_tours).toBe(1)
    expect((await agent.get('/api/users/dashboard/?today=2026-12-01')).body.upcoming_tours).toBe(2)
  })

  test('a tour created twice under one key is one tour, and the feed has it and its deletion', async () => {
    const agent = await anAgent(server())
    const listings = await someListings(agent, 1)
    const opId = randomUUID()
    const key = { 'idempotency-key': `${opId}:1` }
    const first = await agent.post(`${address}auto-create/`, aTour(listings), key)
    await agent.delete(`/api/listings/${listings[0]!.id}/`)
    const again = await agent.post(`${address}auto-create/`, aTour(listings), key)
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, client_key: opId } })
    expect(again.headers['idempotent-replay']).toBe('true')
    const told = async () => (await wholeFeed(agent)).filter(({ entity }) => entity === 'tour')
    expect(await told()).toMatchObject([{ id: first.body.id, record: { client_email: 'jo@example.com' } }])
    await agent.delete(`${address}${first.body.id}/`)
    expect(await told()).toMatchObject([{ id: first.body.id, deleted: true }])
  })

  test.each(['2026-03-08', '2026-11-01'])(
    'a tour on the day the clocks change (%s) keeps the times it was given',
    async (day) => {
      const agent = await anAgent(server())
      const listings = await someListings(agent, 1)
      const wishes = {
        tour_date: day,
        start_time: '01:30',
        end_time: '04:00',
        preferences: { include_lunch_break: false },
      }
      const tour = await makeTour(agent, aTour(listings, wishes))
      expect(tour).toMatchObject({ tour_date: day, start_time: '01:30:00', end_time: '04:00:00' })
      expect(tour.stops).toMatchObject([{ estimated_arrival: '01:30:00', estimated_departure: '02:30:00' }])
    },
  )

  test('a day without room for every home names the homes that do not fit, and why', async () => {
    const agent: Agent = await anAgent(server())
    const listings = await someListings(agent, 4)
    const tour = await makeTour(
      agent,
      aTour(listings, { start_time: '09:00', end_time: '10:15', preferences: { include_lunch_break: false } }),
      'best',
    )
    expect(tour.stops.length + tour.dropped.length).toBe(4)
    expect(tour.dropped.length).toBeGreaterThan(0)
    expect(tour.dropped[0]).toMatchObject({ reason: 'not_enough_time', missing_minutes: expect.any(Number) })
  })
})
