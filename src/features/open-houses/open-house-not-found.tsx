import { RecordNotFound } from '#records/states/record-not-found.tsx'

/** There is no door for visitors to sign in at. */
export function OpenHouseNotFound() {
  return (
    <RecordNotFound
      entity="open_house"
      failure="Failed to load open houses. Please try again."
      to="/dashboard"
      place="Back to Dashboard"
    />
  )
}
