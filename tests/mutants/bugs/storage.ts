import { bugsIn, type Mutant } from '../mutant.ts'

export const storage: Mutant[] = [
  ...bugsIn(
    { file: 'src/storage/device/device-writer.ts', inside: 'dexieReplica', tests: ['sync/dexie-replica.test.ts'] },
    [
      {
        does: 'What is called saved is still on its way to the disk.',
        find: "return transact(strict, 'rw', work)",
        replace: "return transact(relaxed, 'rw', work)",
      },
      {
        does: 'A refresh changes the outbox without waiting for the disk.',
        find: "transact(relaxed, 'rw', work, requireDurability)",
        replace: "transact(relaxed, 'rw', work)",
      },
      {
        does: 'A connection that died loses the save.',
        find: '} else if (isConnectionLost(error)) {',
        replace: '} else if (error === null) {',
      },
      {
        does: 'A full device does not make room.',
        find: 'if (!(await makeRoom())) throw',
        replace: 'if (error !== null) throw',
      },
      {
        does: 'A save that a freeze has ended is given up when the page returns.',
        find: 'if (isReopened && countPageFreezes() === freezes) throw',
        replace: 'if (isReopened) throw',
        tests: ['sync/page-freeze.test.ts'],
      },
    ],
  ),
  {
    does: 'An unreadable operation is thrown away.',
    file: 'src/storage/transaction/unreadable-operations.ts',
    inside: 'quarantineUnreadable',
    find: 'await tables.attention.bulkAdd(found.map(({ raw, error }) => ({ raw, error, at })))',
    replace: 'await Promise.resolve(at)',
    tests: ['sync/dexie-replica.test.ts', 'sync/dexie-replica-contract.test.ts'],
  },
  ...bugsIn({ file: 'src/storage/database/file-pieces.ts', tests: ['sync/dexie-device.test.ts'] }, [
    {
      does: 'Damaged bytes are sent.',
      inside: 'readFile',
      find: 'return (await sha256Hex(bytes)) === file.sha256 ? bytes : null',
      replace: 'return bytes',
    },
    {
      does: 'Bytes of unsent photos are tidied away.',
      inside: 'deleteForgottenFiles',
      find: '!needed.has(blobKey) && ',
      replace: '',
    },
  ]),
  ...bugsIn({ file: 'src/storage/device/sender-lock.ts', tests: ['sync/dexie-sender-lock.test.ts'] }, [
    {
      does: 'A lease is taken from whoever holds it.',
      inside: 'leaseSenderLock',
      find: `      if (isOthers && !steal) return false
`,
    },
    {
      does: 'A lease is never given back.',
      inside: 'leaseSenderLock',
      find: `        await release()
`,
    },
    {
      does: 'A page that returns believes that it still has the right to send.',
      inside: 'holdWebLock',
      find: 'stopListening = onPageFreeze(() => {',
      replace: 'stopListening = (() => () => {})(() => {',
      tests: ['sync/page-freeze.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/storage/database/freezable-indexed-db.ts', tests: ['sync/page-freeze.test.ts'] }, [
    {
      does: 'A frozen page keeps its transactions, and every other page waits for them.',
      inside: 'track',
      find: 'running.add(transaction)',
    },
    {
      does: 'A database that is being created when its page is frozen keeps every other page from it.',
      inside: 'freezableIndexedDb',
      find: 'track(opening.transaction as IDBTransaction, startWait())',
    },
  ]),
  {
    does: 'Two pages save different words under one permanent id after a return from the cache.',
    file: 'src/storage/drafts/draft-places.ts',
    inside: 'lockAgain',
    find: 'location.reload()',
    replace: 'void 0',
    tests: ['sync/page-freeze.test.ts'],
  },
  {
    does: 'A draft of before the freeze is written over what another page has typed since.',
    file: 'src/storage/drafts/drafts.ts',
    inside: 'saveDraft',
    find: 'keyValueStoreWithoutRetry()',
    replace: 'keyValueStore()',
    tests: ['sync/page-freeze.test.ts'],
  },
  {
    does: 'A device that has slept says that its storage does not answer.',
    file: 'src/storage/database/storage-watchdog.ts',
    inside: 'createStorageWatchdog',
    find: 'now - dueAt > lateMs',
    replace: 'false',
    tests: ['sync/storage-watchdog.test.ts'],
  },
  {
    does: 'What is asked for while a reading runs is not read.',
    file: 'src/storage/reading/live-query.ts',
    inside: 'coalesceRuns',
    find: 'await yieldToEventLoop(performance.now() - begunAt)',
    replace: 'await yieldToEventLoop(performance.now() - begunAt).then(() => (isRequested = false))',
    tests: ['sync/one-after-another.test.ts'],
  },
  {
    does: 'A second reading runs beside the first.',
    file: 'src/storage/reading/live-query.ts',
    inside: 'coalesceRuns',
    find: 'if (!isRunning) void',
    replace: 'void',
    tests: ['sync/one-after-another.test.ts'],
  },
  {
    does: 'Rows between which others lie are taken for missing.',
    file: 'src/storage/transaction/dexie-transaction.ts',
    inside: 'rowsAmong',
    find: 'between.length === keys.length',
    replace: 'between.length > keys.length',
    tests: ['sync/dexie-replica-contract.test.ts'],
  },
  ...bugsIn({ tests: ['sync/dexie-replica.test.ts'] }, [
    {
      does: 'The same operation is stored twice.',
      file: 'src/storage/database/device-database.ts',
      inside: 'deviceDatabase',
      find: '&opId',
      replace: 'opId',
    },
    {
      does: 'Data that another tab deleted is created again, empty.',
      file: 'src/storage/opening/open-device-with.ts',
      inside: 'openDeviceWith',
      find: "if (created === undefined) fail('gone')",
      replace: "if (created === null) fail('gone')",
    },
    {
      does: 'An older tab holds up the newer version.',
      file: 'src/storage/opening/open-device-with.ts',
      inside: 'openDeviceWith',
      find: `    database.on('versionchange', (event) => fail(event.newVersion === null ? 'gone' : 'newer-version'))
`,
      replace: `    database.on('versionchange', () => false)
`,
    },
    {
      does: 'What leaves the outbox in a run takes the next operation along.',
      file: 'src/storage/transaction/transaction-buffers.ts',
      inside: 'createWriteBuffer',
      find: '.between(run[0], run.at(-1), true, true)',
      replace: '.between(run[0], run.at(-1)! + 1, true, true)',
    },
    {
      does: 'Of what was settled together the journal tells only the last.',
      file: 'src/storage/database/journal-rows.ts',
      inside: 'journalRows',
      find: 'entries: others }',
      replace: 'entries: others.slice(-1) }',
    },
  ]),
]
