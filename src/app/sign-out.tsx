import { useEffect, useState } from 'react'
import { pageHttpClient } from '#api/page-http-client.ts'
import { SignOutDialog } from '#features/account/sign-out-dialog.tsx'
import { countUnsent, leave, sendBeforeLeaving } from '#features/account/sign-out.ts'
import { exportEverything } from '#features/sync-desk/export-everything.ts'
import { sendDeletionsNow } from '#records/delete-with-undo.ts'
import { sendFigures } from '#sending/send-figures.ts'
import { notify } from '#state/notifications.ts'
import { useSession } from '#state/session.ts'
import { signOutIsSettled } from '#state/sign-out.ts'
import type { Device } from '#storage/device.ts'
import { apiFailed } from './report-errors.ts'
import { closeWorkspace, useWorkspace } from './workspace.ts'

/** Asks only when something would be left behind; with nothing waiting the agent is simply out. */
export function SignOut() {
  const [asked, setAsked] = useState<{ unsent: number; device: Device } | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let isHere = true
    begin().then(
      (question) => isHere && setAsked(question),
      (error: unknown) => {
        notLoggedOut(error)
        signOutIsSettled()
      },
    )
    return () => {
      isHere = false
    }
  }, [])

  if (asked === null) return null
  const { unsent, device } = asked
  const { onlineOnly } = device
  function go(data: 'wipe' | 'keep' | 'nothing-kept') {
    setBusy(true)
    void goOut(data)
  }
  return (
    <SignOutDialog
      unsent={unsent}
      busy={busy}
      onStay={signOutIsSettled}
      onKeep={onlineOnly === null ? () => go('keep') : undefined}
      onExport={() => void exportEverything(device)}
      onDiscard={() => go(onlineOnly === null ? 'wipe' : 'nothing-kept')}
    />
  )
}

/** Resolves to what must be asked first, or to null when there was nothing to ask and the agent is out. */
async function begin(): Promise<{ unsent: number; device: Device } | null> {
  const workspace = useWorkspace.getState()
  // A database that does not open cannot say what waits in it, so it is kept.
  if (workspace.state !== 'open') {
    await goOut('keep')
    return null
  }
  const { device, sync } = workspace
  if ((await countUnsent(device)) > 0) {
    await sendDeletionsNow(device)
    await sendBeforeLeaving(() => Promise.all([sync.syncNow(), sendFigures(device, pageHttpClient())]))
  }
  const unsent = await countUnsent(device)
  if (unsent > 0) return { unsent, device }
  await goOut(device.onlineOnly === null ? 'wipe' : 'nothing-kept')
  return null
}

async function goOut(data: 'wipe' | 'keep' | 'nothing-kept'): Promise<void> {
  const agentId = useSession.getState().user?.id
  try {
    if (agentId !== undefined) await leave(String(agentId), data, closeWorkspace)
  } catch (error) {
    notLoggedOut(error)
  } finally {
    signOutIsSettled()
  }
}

function notLoggedOut(error: unknown): void {
  apiFailed(error)
  notify({ type: 'error', title: 'Not logged out', message: 'Your data is still on this device. Please try again.' })
}
