import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, blockServiceWorker } from './journey-test.ts'
import {
  addClient,
  simulateReconnect,
  openDashboard,
  recordsOnServer,
  untilEverythingIsSent,
} from '#tests/support/journey-steps.ts'
import { startBuiltServer } from '../support/built-server.ts'

test.use(blockServiceWorker)

test(
  'a server restored to an earlier state receives once again what it had confirmed since',
  { tag: '@gate' },
  async ({ page, context }) => {
    const server = await startBuiltServer()
    const { origin, dataFolder } = server
    const backup = await mkdtemp(path.join(tmpdir(), 'fanlight-backup-'))
    try {
      await openDashboard(page, origin, 'restored')
      await addClient(page, origin, { firstName: 'Before', lastName: 'Backup', email: 'before@example.com' })
      await untilEverythingIsSent(page)
      const filter = (name: string) => !name.endsWith('.sock')
      await server.whileHalted(() => cp(dataFolder, backup, { recursive: true, filter }))
      await addClient(page, origin, { firstName: 'After', lastName: 'Backup', email: 'after@example.com' })
      await untilEverythingIsSent(page)

      await server.stop()
      await rm(dataFolder, { recursive: true })
      await cp(backup, dataFolder, { recursive: true })
      await server.restart()
      await simulateReconnect(page)
      const emails = async () =>
        (await recordsOnServer(context, origin, 'crm/clients/')).map(({ email }) => String(email))
      await expect.poll(emails).toContain('after@example.com')
      await untilEverythingIsSent(page)
      expect((await emails()).sort()).toEqual(['after@example.com', 'before@example.com'])
    } finally {
      await server.close()
      await rm(backup, { recursive: true, force: true })
    }
  },
)
