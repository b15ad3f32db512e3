import { useEffect, useState } from 'react'

/** What the browser gives an installed app that was chosen to open a file. */
type LaunchQueue = {
  setConsumer: (consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void) => void
}

/** The file that the app was chosen to open; null until it is there. */
export function useOpenedFile(): File | null {
  const [file, setFile] = useState<File | null>(null)
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files: [opened] = [] }) => {
      if (opened !== undefined) void opened.getFile().then(setFile)
    })
  }, [])
  return file
}
