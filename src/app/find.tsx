import { FindSheet } from '#features/find/find-sheet.tsx'
import { KeysSheet } from '#features/find/keys-sheet.tsx'
import { closeFind, openFind, useFind } from '#state/find.ts'
import { DeviceProvider } from '#storage/device-context.tsx'
import { useWorkspace } from './workspace.ts'

/** What stands over the page when the agent searches, or asks for the keys. */
export function Find() {
  const { open } = useFind()
  const workspace = useWorkspace()
  if (open === 'keys') return <KeysSheet onClose={closeFind} />
  if (workspace.state !== 'open') return null
  return (
    <DeviceProvider device={workspace.device} key={workspace.agentId}>
      <FindSheet onClose={closeFind} onKeys={() => openFind('keys')} />
    </DeviceProvider>
  )
}
