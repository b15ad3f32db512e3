import { Dexie, type Table } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { createRoot } from 'react-dom/client'

type Home = { id: number; address: string; place: string; price: number; description: string }

const database = new Dexie('bare') as Dexie & { homes: Table<Home, number> }
database.version(1).stores({ homes: 'id' })

declare global {
  var fillBareList: (count: number) => Promise<unknown>
}

globalThis.fillBareList = (count) =>
  database.homes.bulkPut(
    Array.from({ length: count }, (_, id) => ({
      id,
      address: `${id} Bench St`,
      place: 'Springfield, CA 95608',
      price: 300_000 + id,
      description: 'A sunny corner house with a quiet garden, renovated kitchen and a large family room.',
    })),
  )

function Homes() {
  const homes = useLiveQuery(() => database.homes.limit(40).toArray())
  return homes?.map(({ id, address, place, price, description }) => (
    <article key={id}>
      <h2>{address}</h2>
      <p>{place}</p>
      <p>${price.toLocaleString('en-US')}</p>
      <p>{description}</p>
    </article>
  ))
}

createRoot(document.getElementById('root') as HTMLElement).render(<Homes />)
void navigator.serviceWorker.register('/worker.js')
