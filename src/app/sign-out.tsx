import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
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
import type { SyncEvents } from './start-sync.ts'
import { closeWorkspace, openWorkspace, useWorkspace } from './workspace.ts'

/** Asks only when something would be left behind; with nothing waiting the agent is simply out. */
export function SignOut() {
  const [asked, setAsked] = useState<{ unsent: number; device: Device } | null>(null)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const events = { openOutbox: () => void navigate({ to: '/outbox' }) }
  const ask = useEffectEvent(() => begin(events))

  useEffect(() => {
    let isHere = true
    ask().then(
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
    void goOut(data, events)
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
async function begin(events: SyncEvents): Promise<{ unsent: number; device: Device } | null> {
  const workspace = useWorkspace.getState()
  // A database that does not open cannot say what waits in it, so it is kept.
  if (workspace.state !== 'open') {
    await goOut('keep', events)
    return null
  }
  const { device, sync } = workspace
  if ((await countUnsent(device)) > 0) {
    await sendDeletionsNow(device)
    await sendBeforeLeaving(() => Promise.all([sync.syncNow(), sendFigures(device, pageHttpClient())]))
  }
  const unsent = await countUnsent(device)
  if (unsent > 0) return { unsent, device }
  await goOut(device.onlineOnly === null ? 'wipe' : 'nothing-kept', events)
  return null
}

async function goOut(data: 'wipe' | 'keep' | 'nothing-kept', events: SyncEvents): Promise<void> {
  const { user } = useSession.getState()
  try {
    if (user !== null) await leave(String(user.id), data, closeWorkspace)
  } catch (error) {
    notLoggedOut(error)
    // So that the agent works on, and the next try asks again what becomes of the unsent work.
    if (user !== null) await openWorkspace(String(user.id), 'at-once', events)
  } finally {
    signOutIsSettled()
  }
}

function notLoggedOut(error: unknown): void {
  apiFailed(error)
  notify({ type: 'error', title: 'Not logged out', message: 'Your data is still on this device. Please try again.' })
}
