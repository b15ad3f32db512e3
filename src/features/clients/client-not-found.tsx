import { RecordNotFound } from '#records/states/record-not-found.tsx'

export function ClientNotFound() {
  return (
    <RecordNotFound
      entity="client"
      failure="Failed to load client. Please try again."
      to="/clients"
      place="Back to Clients"
    />
  )
}
