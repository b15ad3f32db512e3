import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DownloadIcon } from '#ui/icons/icon.tsx'
import { saveAsFile } from '#ui/hooks/save-as-file.ts'
import { exportClientCards, exportClientTable, exportData } from '#features/account/sign-out/export-data.ts'
import styles from './settings.module.css'

export function ExportCard() {
  const device = useDevice()
  const [busy, setBusy] = useState<'all' | 'table' | 'cards' | null>(null)

  async function save(content: 'all' | 'table' | 'cards') {
    setBusy(content)
    try {
      const now = new Date()
      const day = dateOfInstant(now.getTime())
      if (content === 'all') saveAsFile(await exportData(device, now), `fanlight-${day}.json`)
      else if (content === 'table') saveAsFile(await exportClientTable(device), `fanlight-clients-${day}.csv`)
      else saveAsFile(await exportClientCards(device), `fanlight-clients-${day}.vcf`)
    } catch {
      notify({ type: 'error', title: 'Not exported', message: 'Your data could not be read. Please try again.' })
    } finally {
      setBusy(null)
    }
  }

  return (
    <Card title="Your data">
      <div className={styles.body}>
        <p className={styles.note}>
          Clients, listings, visits, appointments, tours, the property catalog and everything unsent with its photos, as
          one JSON file; clients also for a spreadsheet or an address book. Works offline.
        </p>
        <div className={styles.buttons}>
          <Button busy={busy === 'all'} busyLabel="Exporting..." onClick={() => void save('all')}>
            <DownloadIcon />
            Export All Data
          </Button>
          <Button busy={busy === 'table'} busyLabel="Exporting..." onClick={() => void save('table')}>
            Clients as CSV
          </Button>
          <Button busy={busy === 'cards'} busyLabel="Exporting..." onClick={() => void save('cards')}>
            Clients as vCard
          </Button>
        </div>
        <p className={styles.note}>Import from the files of other programs and calendars:</p>
        <div className={styles.buttons}>
          <Link to="/clients/import" className={buttonClass()}>
            Import Clients
          </Link>
          <Link to="/appointments/import" className={buttonClass()}>
            Import Appointments
          </Link>
          <Link to="/listings/import" className={buttonClass()}>
            Import Listings
          </Link>
          <Link to="/figures/import" className={buttonClass()}>
            Import Figures
          </Link>
        </div>
      </div>
    </Card>
  )
}
