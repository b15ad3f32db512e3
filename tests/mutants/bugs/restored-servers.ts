import { bugsIn, type Mutant } from '../mutant.ts'

/** Bugs around lost records and reused ids of a restored server (faults C19, K6, J12). */
export const restoredServers: Mutant[] = [
  ...bugsIn({ file: 'src/core/sync/sync-once.ts', tests: ['sync/restored-servers.test.ts'] }, [
    {
      does: 'A restored server is sent to before it is fetched from.',
      inside: 'sendAndPull',
      find: 'if (hasFeed && !history.isSame) {',
      replace: 'if (hasFeed && !history.isSame && round > 0) {',
    },
    {
      does: 'A clock that is ahead for a moment throws the journal away.',
      inside: 'exchange',
      find: 'ports.clock.now() - journalMs, server.history.journalFrom',
      replace: 'ports.clock.now() - journalMs, Infinity',
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/records/newest-version.ts', inside: 'storeNewestVersion' }, [
    {
      does: 'The version that a write was answered with is not shown when pulling.',
      find: 'if (versions.join() !== known.join()) await',
      replace: 'if (versions.length > 9) await',
      tests: ['sync/restored-servers.test.ts', 'sync/change-events.test.ts'],
    },
    {
      does: 'The version of a history that was lost gives way to a higher one of a request that did not show it.',
      find: '!sentVersions.includes(previous)',
      replace: 'previous > version',
      tests: ['sync/restored-servers.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/pulling/recover-history.ts', tests: ['sync/exposure-readings.test.ts'] }, [
    {
      does: 'A recovery creates write-only records again that the server still has.',
      inside: 'rebuild',
      find: 'if (!leftNoTrace(one.copy, evidence)) continue',
    },
    {
      does: 'A recovery forgets the ids of write-only records.',
      inside: 'assignServerIds',
      find: 'entityNames.filter(isInFeed)',
      replace: 'entityNames',
    },
    {
      does: 'A lost deletion of a write-only record is not repeated.',
      inside: 'isStillThere',
      find: '!leftNoTrace(identity, evidence)',
      replace: 'leftNoTrace(identity, evidence)',
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/records/child-records.ts', tests: ['sync/exposure-readings.test.ts'] }, [
    {
      does: 'Readings of a deleted listing wait for the agent.',
      inside: 'removeChildren',
      find: 'await tx.deleteOperations(waiting.map(({ seq }) => seq))',
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/pulling/recover-history.ts', tests: ['sync/restored-servers.test.ts'] }, [
    {
      does: 'What another device makes again during a recovery is taken for deleted.',
      inside: 'recoverHistory',
      find: 'const feed = await readWholeFeed(sending, firstFeed)',
      replace: 'const feed = { ...firstFeed, end: String(firstFeed.end) }',
    },
    {
      does: 'A deletion is told although its record was made again meanwhile.',
      inside: 'recoverHistory',
      find: "if (existing.opIds.size > 0) return { end: 'history-changed' }",
    },
    {
      does: 'What is newer here stays when a restored server is read.',
      inside: 'rebuild',
      find: '{ ...fromFeed, skipsOlderCopies: false }',
      replace: 'fromFeed',
    },
    {
      does: 'A key that was thrown away for its age is taken for lost.',
      inside: 'provableEntries',
      find: 'version > keysFrom',
      replace: 'version > 0',
    },
    {
      does: 'What was deleted is brought back once the key of its making was thrown away.',
      inside: 'isLost',
      find: "typeof createdAt === 'string' && createdAt >= history.keysSince",
      replace: "typeof createdAt === 'string'",
    },
    {
      does: 'A record that a restored server has lost is forgotten.',
      inside: 'isLost',
      find: '  if (own !== undefined) return true\n',
      replace: '  if (own !== undefined) return false\n',
    },
    {
      does: 'What other devices made is not made again by this one.',
      inside: 'isLost',
      find: 'return isProvable && hasParents',
      replace: 'return isProvable && !hasParents',
    },
    {
      does: 'Edits that left no trace are not sent again.',
      inside: 'lostEntries',
      find: "entry.kind === 'update' ? { ...entry, changes: without(entry.changes, since) } : entry",
      replace: "entry.kind === 'update' ? { ...entry, changes: {} } : entry",
    },
    {
      does: 'A lost edit comes back over a later one that arrived.',
      inside: 'lostEntries',
      find: 'without(entry.changes, since)',
      replace: 'entry.changes',
    },
  ]),
  {
    does: 'A listing that comes with a 412 for its main photo is merged into the photo.',
    file: 'src/core/sync/sending/apply-failure.ts',
    inside: 'mergeAgain',
    find: 'newest === null || isOfListing',
    replace: 'newest === null',
    tests: ['sync/plain-server.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/pulling/pull-feed.ts', inside: 'pullFeed', tests: ['sync/pulling.test.ts'] }, [
    {
      does: 'A cursor that is too old stops the pulling.',
      find: "if (page.end === 'history-changed') return recover(sending, history, loader)",
      replace: "if (page.end === 'history-changed') return { end: 'done' }",
    },
    {
      does: 'A first load does not say that it is still arriving.',
      find: 'const isArriving = place === undefined || place.isArriving === true',
      replace: 'const isArriving = place === null',
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/pulling/requeue-lost.ts', tests: ['sync/restored-servers.test.ts'] }, [
    {
      does: 'What waits goes before what a restored server has lost.',
      inside: 'putFirst',
      find: '  await tx.deleteOperations(waiting.map(({ seq }) => seq))\n',
      replace: '  waiting.length = 0\n',
    },
    {
      does: 'Two devices make a lost record again under one key with other bytes.',
      inside: 'recreate',
      find: 'isRestored: true }',
      replace: 'isRestored: false }',
    },
    {
      does: 'Every edit of a record that is made again goes behind it one by one.',
      inside: 'foldEditsOfRecreated',
      find: "if (entry.kind !== 'update' || !recreatedNames.has(name)) result.push(entry)",
      replace: "if (entry.kind === 'update' || !recreatedNames.has(name)) result.push(entry)",
    },
    {
      does: 'A tour keeps the ids that its listings had in the lost history.',
      inside: 'withKeysForIds',
      find: 'const key = keyOfId(referred, name)',
      replace: 'const key = String(name)',
    },
  ]),
  ...bugsIn(
    {
      file: 'src/core/sync/pulling/find-losses.ts',
      inside: 'hasLostWork',
      tests: ['sync/restored-servers.test.ts'],
    },
    [
      {
        does: 'What is lost although the history is the same is not looked for.',
        find: 'return lost.opIds.size > 0',
        replace: 'return lost.opIds.size < 0',
      },
      {
        does: 'What was lost before a device slept for days is never looked for.',
        find: 'Math.min(last, now - dayMs)',
        replace: '(now - dayMs)',
      },
      {
        does: 'What was found to be lost is forgotten when it cannot be brought back at once.',
        find: 'if (lost.opIds.size === 0)',
        replace: 'if (lost.opIds.size >= 0)',
      },
    ],
  ),
  {
    does: 'A record whose id the server gave to another one is taken for that one.',
    file: 'src/core/sync/sending/confirm.ts',
    inside: 'assignServerId',
    find: '(await isOtherRecord(tx, entity, holder, record))',
    replace: 'false',
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'What a create of this device made is taken for a stranger when its id had another record before.',
    file: 'src/core/sync/pulling/apply-changes.ts',
    inside: 'separateReusedIds',
    find: 'if (one.isOwn || record === null',
    replace: 'if (record === null',
    tests: ['sync/conflicts.test.ts'],
  },
  ...bugsIn({ tests: ['sync/restored-servers.test.ts'] }, [
    {
      does: 'An edit goes into a create that another device may be ahead of.',
      file: 'src/core/sync/writing/update-record.ts',
      inside: 'canFoldUpdate',
      find: 'if (previous.isRestored === true) return false',
      replace: 'if (previous.isRestored === null) return false',
    },
    {
      does: 'A write does not show the history that the device knows.',
      file: 'src/core/sync/sync-once.ts',
      inside: 'withHistory',
      find: "if (request.method === 'GET') return server.send(request, signal)",
      replace: "if (request.method !== 'OPTIONS') return server.send(request, signal)",
    },
    {
      does: 'A record that a restored server has lost is taken for deleted after an old answer.',
      file: 'src/core/sync/sending/read-from-server.ts',
      inside: 'readRecord',
      find: 'sending.capabilities.feed ? await isHistorySame(sending) : true',
      replace: 'true',
    },
    {
      does: 'A create whose record is known to be deleted asks the agent.',
      file: 'src/core/sync/sending/apply-failure.ts',
      inside: 'applyFailure',
      find: "failure.refusal.code === 'record_deleted'",
      replace: 'claimed.isRestored === false',
    },
    {
      does: 'Bytes of photos are sought for a day only.',
      file: 'src/core/sync/operation.ts',
      inside: 'photosKeptMs',
      find: 'const photosKeptMs = 7 *',
      replace: 'const photosKeptMs = 1 *',
    },
    {
      does: 'A key keeps its id when the server has given that to another record.',
      file: 'src/core/sync/pulling/recover-history.ts',
      inside: 'assignServerIds',
      find: 'if ((await idOfKey(tx, entity, key)) !== id)',
      replace: 'if (id !== null && (await idOfKey(tx, entity, key)) !== id)',
    },
    {
      does: 'A record is found by its number alone.',
      file: 'src/core/sync/records/server-copy.ts',
      inside: 'isSameRecord',
      find: "if (typeof key === 'string' && typeof otherKey === 'string') return key === otherKey",
      replace: "if (typeof key === 'string' && typeof otherKey === 'string') return true",
    },
    {
      does: 'A record that was made again by another device is not known by its name.',
      file: 'src/core/sync/pulling/assign-keys.ts',
      inside: 'assignKeys',
      find: 'const byClientKey = known.byClientKey.get(',
      replace: 'const byClientKey = new Map<unknown, LocalKey>().get(',
    },
  ]),
]
