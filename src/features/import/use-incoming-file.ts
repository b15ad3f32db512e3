import { useEffect, useRef } from 'react'
import { takeIncomingFile } from '#state/incoming-file.ts'

/** What the browser gives an installed app that was chosen to open a file. */
type LaunchQueue = {
  setConsumer: (consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void) => void
}

/** Takes a file that was shared with the app, or opened with it. */
export function useIncomingFile(choose: (file: File) => void): void {
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  useEffect(() => {
    const shared = takeIncomingFile()
    if (shared !== null) latest.current(shared)
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files: [opened] = [] }) => {
      if (opened !== undefined) void opened.getFile().then((file) => latest.current(file))
    })
  }, [])
}
