import type { Database } from './database/connect.ts'
import type { LocationFinder } from './locations/location-finder.ts'
import type { PhotoDecoder } from './photos/photo-decoder.ts'
import type { PhotoStore } from './photos/photo-store.ts'
import type { TourPlanner } from './tours/tour-planner.ts'

export type Services = {
  database: Database
  photos: PhotoStore
  photoDecoder: PhotoDecoder
  planner: TourPlanner
  locations: LocationFinder
  /** The database's secret: signs CSRF tokens and device cookies, and makes pseudonyms. The same for all processes. */
  secret: string
}
