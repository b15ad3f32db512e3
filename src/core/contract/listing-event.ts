import * as v from 'valibot'

/** A showing or an open house at a listing, as every agent may know of it. */
export const listingEventSchema = v.object({
  type: v.picklist(['showing', 'open_house']),
  start_time: v.string(),
  end_time: v.string(),
  /** Held by the agent who asks. */
  is_own: v.boolean(),
})
export type ListingEvent = v.InferOutput<typeof listingEventSchema>
