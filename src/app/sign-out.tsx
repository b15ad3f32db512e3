import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SignOutDialog } from '#features/account/sign-out/sign-out-dialog.tsx'
import { countUnsent, signOutOnDevice, sendBeforeLeaving } from '#features/account/sign-out/sign-out-commands.ts'
import { exportEverything } from '#features/outbox/desk/export-everything.ts'
import { sendDeletionsNow } from '#records/saving/delete-with-undo.ts'
import { notify } from '#state/notifications.ts'
import { useSession, signOutEnded } from '#state/session.ts'
import type { Device } from '#storage/device/device.ts'
import { reportApiError } from '#app/page/report-errors.ts'
import type { SyncCallbacks } from './start-sync.ts'
import { closeWorkspace, openWorkspace, useWorkspace } from './workspace.ts'

type Unsent = { count: number; device: Device; isSending: boolean }
/** What happens to the agent's data: `wipe` deletes it, `keep` locks it; `nothing-kept` is for a browser without storage. */
type DataLeft = Parameters<typeof signOutOnDevice>[1]

/** Signs out. If changes cannot be sent first, a dialog lets the agent decide what happens to them. */
export function SignOut() {
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  /** True once the agent has chosen, or the dialog is closed: the end of sending then does not sign out. */
  const hasDecided = useRef(false)
  const navigate = useNavigate()

  async function signOut(data: DataLeft) {
    hasDecided.current = true
    await leaveWorkspace(data, { openOutbox: () => void navigate({ to: '/outbox' }) })
  }

  function choose(data: DataLeft) {
    setIsLeaving(true)
    void signOut(data)
  }

  const signOutWithoutDialog = useEffectEvent(signOut)
  useEffect(() => {
    sendOrAsk(setUnsent)
      .then(async (data) => {
        if (data !== 'ask' && !hasDecided.current) await signOutWithoutDialog(data)
      })
      .catch((error: unknown) => {
        // Expected if the agent chose in the dialog: signing out closed the database while changes were being sent.
        if (hasDecided.current) return
        notLoggedOut(error)
        signOutEnded()
      })
    return () => {
      hasDecided.current = true
      signOutEnded()
    }
  }, [])

  if (unsent === null) return null
  const { count, device, isSending } = unsent
  const { onlineOnly } = device
  return (
    <SignOutDialog
      unsent={count}
      isSending={isSending}
      busy={isLeaving}
      onStay={signOutEnded}
      onKeep={onlineOnly === null ? () => choose('keep') : undefined}
      onExport={() => void exportEverything(device)}
      onDiscard={() => choose(onlineOnly === null ? 'wipe' : 'nothing-kept')}
    />
  )
}

/** If changes are unsent, opens the dialog and tries to send them. Resolves to what happens to the data, or to `ask` if the agent decides. */
async function sendOrAsk(show: (unsent: Unsent) => void): Promise<DataLeft | 'ask'> {
  const workspace = useWorkspace.getState()
  // A database that does not open may contain unsent changes, so it is not deleted.
  if (workspace.state !== 'open') return 'keep'
  const { device, sync } = workspace
  const waiting = await countUnsent(device)
  if (waiting > 0) {
    show({ count: waiting, device, isSending: true })
    // Deletions otherwise wait while *Undo* is offered.
    await sendDeletionsNow(device)
    await sendBeforeLeaving(() => sync.syncNow())
  }
  const count = await countUnsent(device)
  if (count === 0) return device.onlineOnly === null ? 'wipe' : 'nothing-kept'
  show({ count, device, isSending: false })
  return 'ask'
}

async function leaveWorkspace(data: DataLeft, events: SyncCallbacks): Promise<void> {
  const { user } = useSession.getState()
  try {
    if (user !== null) await signOutOnDevice(String(user.id), data, closeWorkspace)
  } catch (error) {
    notLoggedOut(error)
    // The agent stays signed in and can try again.
    if (user !== null) await openWorkspace(String(user.id), 'at-once', events)
  } finally {
    signOutEnded()
  }
}

function notLoggedOut(error: unknown): void {
  reportApiError(error)
  notify({ type: 'error', title: 'Not logged out', message: 'Your data is still on this device. Please try again.' })
}
