import { useState } from 'react'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device-context.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DownloadIcon } from '#ui/icon.tsx'
import { saveAsFile } from '#ui/save-as-file.ts'
import { exportData } from './export-data.ts'
import styles from './settings.module.css'

export function ExportCard() {
  const device = useDevice()
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const now = new Date()
      saveAsFile(await exportData(device, now), `fanlight-${now.toISOString().slice(0, 10)}.json`)
    } catch {
      notify({ type: 'error', title: 'Not exported', message: 'Your data could not be read. Please try again.' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title="Your data">
      <div className={styles.body}>
        <p className={styles.note}>
          Clients, listings, the property catalogue and everything unsent, as one JSON file. Works without a network.
        </p>
        <div className={styles.buttons}>
          <Button busy={busy} busyLabel="Exporting..." onClick={() => void save()}>
            <DownloadIcon />
            Export all data
          </Button>
        </div>
      </div>
    </Card>
  )
}
