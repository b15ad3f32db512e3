import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useConnection } from '#state/connection.ts'
import { DeviceProvider } from '#storage/device/device-context.tsx'
import { StorageError } from '#storage/database/storage-error.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { Skeleton } from '#ui/lists/placeholders.tsx'
import { optionalChunk } from './lazy-components.ts'
import { whenIdle } from '#app/page/when-idle.ts'
import { useWorkspace } from './workspace.ts'

const WorkspaceFailed = optionalChunk(() => import('./workspace-failed.tsx').then((module) => module.WorkspaceFailed))

const OpenHousePhotos = optionalChunk(async () => {
  await whenIdle()
  return (await import('./open-house-photos.tsx')).PrefetchOpenHousePhotos
})

export function WorkspaceLayout() {
  const workspace = useWorkspace()
  if (workspace.state === 'failed') {
    return (
      <Suspense>
        <WorkspaceFailed agentId={workspace.agentId} error={workspace.error} />
      </Suspense>
    )
  }
  if (workspace.state !== 'open') return <Skeleton height={240} />
  return (
    <DeviceProvider device={workspace.device} key={workspace.agentId}>
      {workspace.device.onlineOnly !== null && <OnlineOnly />}
      <StorageFailure />
      <Outlet />
      <Suspense>
        <OpenHousePhotos />
      </Suspense>
    </DeviceProvider>
  )
}

/** Shown on every page of a browser without storage, where the agent cannot work offline (fault A7). */
function OnlineOnly() {
  return (
    <Banner tone="warning">
      <b>Online only.</b> This browser doesn’t allow storage, so nothing is saved on this device. Each save goes
      straight to the server, and you can’t save without a connection.
    </Banner>
  )
}

function StorageFailure() {
  const reason = useConnection((connection) => connection.storageTrouble)
  if (reason === null) return null
  return (
    <Banner tone="danger" role="alert">
      <p>{new StorageError(reason).message}</p>
      <Button onClick={() => location.reload()}>Reload Page</Button>
    </Banner>
  )
}
