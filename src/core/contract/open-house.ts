import * as v from 'valibot'
import { plainDate, plainTime } from './fields.ts'
import { endsAfterStart, type Realtor } from './visit-fields.ts'

const openHouseFields = v.object({ date: plainDate, start_time: plainTime, end_time: plainTime })

export const newOpenHouseSchema = v.pipe(openHouseFields, endsAfterStart<v.InferOutput<typeof openHouseFields>>())

/** The changed open house must satisfy `newOpenHouseSchema`. */
export const openHouseChangesSchema = v.partial(openHouseFields)

export type NewOpenHouse = v.InferOutput<typeof newOpenHouseSchema>

export type OpenHouse = NewOpenHouse & {
  id: number
  listing: number
  listing_address: string
  realtor: Realtor | string | null
}
