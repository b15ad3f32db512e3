/** A showing or an open house at a listing, as every agent may know of it. */
export type ListingEvent = {
  type: 'showing' | 'open_house'
  start_time: string
  end_time: string
  /** Held by the agent who asks. */
  is_own: boolean
}
