import type { Database } from './database/connect.ts'
import type { PhotoStore } from './photos/photo-store.ts'

/** What routes work with. */
export type Services = {
  database: Database
  photos: PhotoStore
  /** From the database, the same for every process on it: signs cursors, hides names and addresses. */
  secret: string
}
