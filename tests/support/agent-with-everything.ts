import { anAgentOverHttp, type AgentOverHttp } from './agent-over-http.ts'
import { aPhoto } from './photos.ts'

type Made = { id: number; stops?: { stop_id: string }[] }

/** Registers an agent with records of every kind, three photos, and a tour whose homes were sold and deleted since. */
export async function agentWithEverything(origin: string, username: string): Promise<AgentOverHttp> {
  const agent = await anAgentOverHttp(origin, username)
  const make = async (path: string, body: object) => {
    const answer = await agent.ask('POST', `/api/${path}`, body)
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Made
  }
  const jo = { first_name: 'Jo', last_name: 'Park', email: 'jo@mailbox.example', phone_number: '(916) 555-0118' }
  const change = async (method: 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await agent.ask(method, `/api/${path}`, body)
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  }
  const client = await make('crm/clients/', { ...jo, category: 'Both', notes: 'Wants a yard,\nno “stairs”.' })
  await make('crm/clients/', {
    first_name: 'Zoë',
    last_name: "O'Hara",
    email: 'zoe@mailbox.example',
    category: 'Seller',
  })
  const listings = await listedHomes(agent, make)
  await addVisits(make, listings, client.id)
  await addTours(make, change, listings, client.id)
  await addWords(make, client.id)
  await addDoorCard(agent, make, client.id)
  return agent
}

type Make = (path: string, body: object) => Promise<Made>
type Change = (method: 'PATCH' | 'DELETE', path: string, body?: object) => Promise<void>

/** Lists a home that the agent added, with two photos, a catalog home with one, and two without. */
async function listedHomes(agent: AgentOverHttp, make: Make): Promise<number[]> {
  const place = { city: 'Davis', state: 'CA', zip_code: '95616', latitude: 38.5449, longitude: -121.7405 }
  const figures = { bedrooms: 3, bathrooms: 2.5, square_feet: 1480, lot_size: 0.21, year_built: 1987, garage_spaces: 2 }
  const own = await make('properties/properties/', {
    address: '12 Lantern Door Ln',
    property_type: 'Residential',
    ...place,
    ...figures,
  })
  const found = await agent.ask('GET', '/api/properties/properties/?page_size=4')
  const { results } = (await found.json()) as { results: { id: number }[] }
  const others = results.map(({ id }) => id).filter((id) => id !== own.id)
  const listings: number[] = []
  for (const [index, property] of [own.id, ...others].slice(0, 4).entries()) {
    const form = new FormData()
    form.set('property', String(property))
    form.set('listing_price', String(410_000 + index / 2))
    form.set('description', `House ${index}: bright, close to the park.`)
    form.set('status', index === 1 ? 'Pending' : 'For Sale')
    if (index < 2)
      form.set(
        'photo_main',
        new Blob([new Uint8Array(await aPhoto({ colour: ['#7a9', '#a75'][index]! }))]),
        'front.jpg',
      )
    listings.push((await make('listings/', form)).id)
  }
  const garden = new FormData()
  garden.set('image', new Blob([new Uint8Array(await aPhoto({ colour: '#579', width: 900 }))]), 'garden.jpg')
  garden.set('caption', 'From the garden')
  await make(`listings/${listings[0]}/images/`, garden)
  return listings
}

const at = (start_time: string, end_time: string) => ({ start_time, end_time })

async function addVisits(make: Make, [home, second]: number[], client: number): Promise<void> {
  const person = { client_email: 'jo@mailbox.example', client }
  const said = { status: 'Held', interest: 4, price_opinion: 'High', feedback_for_seller: 'Loved the light.' }
  await make(`listings/${home}/showings/`, { ...at('10:00', '10:30'), showing_date: '2026-11-02', ...person, ...said })
  const stranger = { client_email: 'stranger@mailbox.example', showing_date: '2027-03-02' }
  await make(`listings/${second}/showings/`, { ...at('10:00', '10:30'), ...stranger })
  const openHouse = await make(`listings/${home}/open-houses/`, { ...at('14:00', '16:00'), date: '2026-11-07' })
  const given_at = '2026-11-07T14:05:00.000Z'
  const agreed = { kind: 'contact', wording_version: '1', wording: 'You may call me.', given_at }
  const visitor = { open_house: openHouse.id, name: 'Ruth Linden', phone_number: '916 555 0177' }
  await make(`listings/${home}/open-house-visits/`, {
    ...visitor,
    client_email: 'ruth@mailbox.example',
    consents: [agreed],
    signed_in_at: given_at,
  })
  await make(`listings/${home}/open-house-visits/`, { open_house: openHouse.id, ...person })
  await make('scheduling/appointments/', {
    ...at('15:00', '15:45'),
    title: 'Notary',
    date: '2027-03-03',
    notes: 'Bring both keys.',
    location: 'Court House',
    client,
  })
}

async function addTours(make: Make, change: Change, listings: number[], client: number): Promise<void> {
  const [home, second, third, fourth] = listings
  const tour = { ...at('09:00', '14:00'), client_email: 'jo@mailbox.example', client }
  const preferences = { include_lunch_break: true, lunch_duration: 30 }
  await make('tours/tours/auto-create/', {
    ...tour,
    tour_date: '2027-03-04',
    selected_listings: [third, home, second],
    preferences,
  })
  const walked = await make('tours/tours/intelligent-create/', {
    ...tour,
    tour_date: '2026-11-06',
    selected_listings: [fourth, third, home],
  })
  const { stop_id = '' } = walked.stops?.[1] ?? {}
  const steps = [
    { id: 'a', kind: 'arrived', stop_id, at: '09:05:00' },
    { id: 'b', kind: 'rated', stop_id, at: '09:40:00', rating: 5, note: 'Loved the yard.' },
  ]
  await change('PATCH', `tours/tours/${walked.id}/`, { status: 'in_progress', steps: steps.slice(0, 1) })
  await change('PATCH', `tours/tours/${walked.id}/`, { status: 'completed', steps })
  await change('PATCH', `listings/${third}/`, { status: 'Sold' })
  await change('DELETE', `listings/${fourth}/`)
}

async function addWords(make: Make, client: number): Promise<void> {
  for (const kind of ['Call', 'Text', 'Note'])
    await make('crm/interactions/', { client, kind, date: '2026-11-05', time: '09:30', text: `${kind}: a garden.` })
  await make('crm/follow-ups/', { client, due_date: '2027-03-01', text: 'Send the floor plan', done: false })
  await make('crm/follow-ups/', { client, due_date: '2026-11-04', text: 'Ask the bank', done: true })
}

async function addDoorCard(agent: AgentOverHttp, make: Make, client: number): Promise<void> {
  const found = await agent.ask('GET', '/api/properties/properties/?page_size=1')
  const { results } = (await found.json()) as { results: { id: number }[] }
  const codes = { lockbox_code: '4719', gate_code: '#0042', alarm_code: '' }
  const texts = { instructions: 'Ring first.\nShut the gate.', pets: 'A cat, “Mo”', parking: 'In the alley' }
  await make('door-cards/', {
    property: results[0]?.id,
    occupancy: 'tenant',
    lockbox_kind: 'Supra',
    key_location: '',
    ...codes,
    ...texts,
    notify_seller: true,
    client,
  })
}
