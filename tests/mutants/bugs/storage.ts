import type { Mutant } from '../mutant.ts'

export const storage: Mutant[] = [
  {
    does: 'What is called saved is still on its way to the disk.',
    file: 'src/storage/dexie-replica.ts',
    find: "return attempt(strict, () => inTransaction(strict, 'rw', work))",
    replace: "return attempt(relaxed, () => inTransaction(relaxed, 'rw', work))",
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'A refresh changes the outbox without waiting for the disk.',
    file: 'src/storage/dexie-replica.ts',
    find: "inTransaction(relaxed, 'rw', work, refuseOutbox)",
    replace: "inTransaction(relaxed, 'rw', work)",
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'An id that was read ahead is nobody’s.',
    file: 'src/storage/dexie-transaction.ts',
    find: 'found.get(id))',
    replace: 'undefined)',
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'Ids that lie too far apart to be read ahead are nobody’s.',
    file: 'src/storage/dexie-transaction.ts',
    find: 'last - first > longestReadAhead * ids.length) return',
    replace:
      'last - first > longestReadAhead * ids.length) return void ids.map((id) => aliases.set(entity, `id ${id}`, undefined))',
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'A connection that died loses the save.',
    file: 'src/storage/dexie-replica.ts',
    find: '} else if (isConnectionLost(error)) {',
    replace: '} else if (error === null) {',
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'A full device does not make room.',
    file: 'src/storage/dexie-replica.ts',
    find: 'if (!(await freeSpace())) throw',
    replace: 'if (error !== null) throw',
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'An unreadable operation is thrown away.',
    file: 'src/storage/dexie-transaction.ts',
    find: 'await tables.attention.bulkAdd(found.map(({ raw, error }) => ({ raw, error, at })))',
    replace: 'await Promise.resolve(at)',
    tests: ['sync/dexie-replica.test.ts', 'sync/dexie-replica-contract.test.ts'],
  },
  {
    does: 'The same operation is stored twice.',
    file: 'src/storage/device-database.ts',
    find: '&opId',
    replace: 'opId',
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'Damaged bytes are sent.',
    file: 'src/storage/file-pieces.ts',
    find: 'return (await sha256Hex(bytes)) === file.sha256 ? bytes : null',
    replace: 'return bytes',
    tests: ['sync/dexie-device.test.ts'],
  },
  {
    does: 'Bytes of unsent photos are tidied away.',
    file: 'src/storage/file-pieces.ts',
    find: '.filter((blobKey) => !needed.has(blobKey))',
    replace: ".filter((blobKey) => blobKey !== '')",
    tests: ['sync/dexie-device.test.ts'],
  },
  {
    does: 'A lease is taken from whoever holds it.',
    file: 'src/storage/sender-lock.ts',
    find: `      if (isOthers && !steal) return false
`,
    replace: '',
    tests: ['sync/dexie-sender-lock.test.ts'],
  },
  {
    does: 'A lease is never given back.',
    file: 'src/storage/sender-lock.ts',
    find: `        await release()
`,
    replace: '',
    tests: ['sync/dexie-sender-lock.test.ts'],
  },
  {
    does: 'Data that another tab deleted is made anew and empty.',
    file: 'src/storage/open-device.ts',
    find: 'database.close({ disableAutoOpen: false })',
    replace: 'database.close({ disableAutoOpen: false }); return database.open().then(() => {})',
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'An older tab holds up the newer version.',
    file: 'src/storage/open-device.ts',
    find: `    database.on('versionchange', (event) => fail(event.newVersion === null ? 'gone' : 'newer-version'))
`,
    replace: `    database.on('versionchange', () => false)
`,
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'What leaves the outbox in a run takes the next operation along.',
    file: 'src/storage/held-writes.ts',
    find: '.between(run[0], run.at(-1), true, true)',
    replace: '.between(run[0], run.at(-1)! + 1, true, true)',
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'An id that is read ahead with its neighbours is missed.',
    file: 'src/storage/dexie-transaction.ts',
    find: 'aliases.set(entity, key, found.get(key))',
    replace: 'aliases.set(entity, key, undefined)',
    tests: ['sync/dexie-replica.test.ts'],
  },
  {
    does: 'Of what was settled together the journal tells only the last.',
    file: 'src/storage/journal-rows.ts',
    find: 'entries: others }',
    replace: 'entries: others.slice(-1) }',
    tests: ['sync/dexie-replica.test.ts'],
  },
]
