import { useConnection } from '#state/connection.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'

/** What the server could not send, and a way to ask again. */
export function LoadFailure({ children }: { children: string }) {
  const { syncNow } = useConnection()
  return (
    <Banner tone="danger" role="alert">
      <p>{children}</p>
      <Button onClick={syncNow}>Try Again</Button>
    </Banner>
  )
}
