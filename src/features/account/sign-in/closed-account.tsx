import { useState } from 'react'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { changesInWords } from './changes-in-words.ts'
import { useLocatedDevices } from './locked-agents.tsx'

type ClosedAccountProps = {
  /** Whose account it is; the server has said so to somebody with the right password. */
  agentId: string
  /** Hands out one file with all that this device keeps unsent of the agent's work. */
  onExport: (agentId: string) => Promise<void>
}

/** The work of a closed account stays locked; it can leave this device as a file and in no other way (fault D6). */
export function ClosedAccount({ agentId, onExport }: ClosedAccountProps) {
  const [isExporting, setIsExporting] = useState(false)
  const unsent = useLocatedDevices().find((device) => device.agentId === agentId)?.unsent ?? 0
  if (unsent === 0) return null

  async function exportAll() {
    setIsExporting(true)
    try {
      await onExport(agentId)
    } finally {
      setIsExporting(false)
    }
  }

  return (
    <Banner tone="warning" role="status">
      <p>
        {changesInWords(unsent)} {unsent === 1 ? 'is' : 'are'} locked on this device and can’t be sent until your
        account is reopened. Export {unsent === 1 ? 'it' : 'them'} to keep a copy, photos included.
      </p>
      <Button busy={isExporting} busyLabel="Exporting..." onClick={() => void exportAll()}>
        Export everything
      </Button>
    </Banner>
  )
}
