import type { Database } from './database/connect.ts'
import type { LocationFinder } from './locations/location-finder.ts'
import type { PhotoDecoder } from './photos/photo-decoder.ts'
import type { PhotoStore } from './photos/photo-store.ts'
import type { TourPlanner } from './tours/tour-planner.ts'

/** What routes work with. */
export type Services = {
  database: Database
  photos: PhotoStore
  photoDecoder: PhotoDecoder
  planner: TourPlanner
  /** Looks up where homes are. */
  locations: LocationFinder
  /** From the database, the same for every process on it: signs cursors, hides names and addresses. */
  secret: string
}
