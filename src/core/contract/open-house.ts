import * as v from 'valibot'
import { plainDate, plainTime } from './fields.ts'
import { endsAfterStart, type Realtor } from './visit-fields.ts'

const openHouseFields = v.object({ date: plainDate, start_time: plainTime, end_time: plainTime })

/** What the form, and a request that makes an open house, must hold. */
export const newOpenHouseSchema = v.pipe(openHouseFields, endsAfterStart<v.InferOutput<typeof openHouseFields>>())

/** A change to an open house: any of its fields; what comes of it must satisfy `newOpenHouseSchema`. */
export const openHouseChangesSchema = v.partial(openHouseFields)

export type NewOpenHouse = v.InferOutput<typeof newOpenHouseSchema>

/** An open house as the server sends it; date and times are those of the clock at the property. */
export type OpenHouse = NewOpenHouse & {
  id: number
  /** The id of its listing. */
  listing: number
  listing_address: string
  realtor: Realtor | string | null
}
