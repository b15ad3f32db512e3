import { useEffect } from 'react'
import { storageSilentMessage } from '#storage/database/storage-watchdog.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'

/** Shown above every page while storage does not answer. Hides skeletons, which would promise content. */
export function StorageSilent() {
  useEffect(() => {
    const root = document.documentElement
    root.toggleAttribute('data-storage-silent', true)
    return () => void root.toggleAttribute('data-storage-silent', false)
  }, [])
  return (
    <Banner tone="danger" role="alert">
      <p>{storageSilentMessage}</p>
      <Button onClick={() => location.reload()}>Try Again</Button>
    </Banner>
  )
}
