import { bugsIn, type Mutant } from '../mutant.ts'

export const pulling: Mutant[] = [
  {
    does: 'The cursor is stored before the rows.',
    file: 'src/core/sync/pulling/pull-feed.ts',
    inside: 'pullFeed',
    find: `    await replica.transact('refresh', async (tx) => {
      await applyChanges(tx, page.changes, fromFeed)
`,
    replace: `    await replica.transact('refresh', (tx) => tx.setMeta(feedPlaceMetadataKey, { cursor: page.cursor, entities: knownEntities }))
    await replica.transact('refresh', async (tx) => {
      await applyChanges(tx, page.changes, fromFeed)
`,
    tests: ['sync/claiming-and-settling.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/pulling/apply-changes.ts' }, [
    {
      does: 'A pull paints over waiting work.',
      inside: 'applyChanges',
      find: 'const busyKeys = await tx.keysWithOperations(entity)',
      replace: 'const busyKeys = new Set<LocalKey>()',
      tests: ['sync/conflicts.test.ts', 'sync/pulling.test.ts'],
    },
    {
      does: 'A create that comes back in a pull is a second row.',
      inside: 'applyChanges',
      find: 'await ownCreateOf(tx, change, busyKeys)',
      replace: 'null',
      tests: ['sync/pulling.test.ts', 'sync/sending.test.ts'],
    },
    {
      does: 'A record that may be ours is taken for another’s.',
      inside: 'applyToRows',
      find: `    if (row === undefined && options.plain?.heldBack.has(entity) === true) continue
`,
      tests: ['sync/plain-server.test.ts'],
    },
    {
      does: 'A lagging copy takes back what was confirmed.',
      inside: 'applyToRows',
      find: `    if (options.plain?.isLagging(entity, key, record, row) === true) continue
`,
      tests: ['sync/plain-server.test.ts'],
    },
    {
      does: 'A record made anew under its old key is a second one when a pull brings it.',
      inside: 'ownCreateOf',
      find: 'create?.key ?? localKeyOf(clientKey)',
      replace: 'localKeyOf(clientKey)',
      tests: ['sync/conflicts.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/pulling/recover-history.ts', tests: ['sync/restored-servers.test.ts'] }, [
    {
      does: 'A deletion that a restored server has nothing for is forgotten.',
      inside: 'recoverHistory',
      find: 'deletionsWithoutRecord(await compareWith(records), unknownKeys.opIds)',
      replace: '[]',
    },
    {
      does: 'A deletion is told to the first restored server only.',
      inside: 'rebuild',
      find: "kind !== 'delete' || hasServerRecord(found, entity, key)",
      replace: 'true',
    },
  ]),
  {
    does: 'A record under the id of a lost one is taken for that one.',
    file: 'src/core/sync/records/keys.ts',
    inside: 'keyOfIdOrNew',
    find: 'if (known !== null) return known',
    replace: 'return known ?? String(id)',
    tests: ['sync/restored-servers.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/plain/pull-list.ts', inside: 'removeMissing' }, [
    {
      does: 'Whatever a short list misses goes at once.',
      find: 'missing.length > maxRemovals || missing.length > all.length * maxRemovedShare',
      replace: 'missing.length > 1_000_000',
      tests: ['sync/plain-server.test.ts', 'sync/pulling.test.ts'],
    },
    {
      does: 'A sweep removes rows with waiting work.',
      find: '!found.has(key) && isFree',
      replace: '!found.has(key)',
      tests: ['sync/plain-server.test.ts', 'sync/pulling.test.ts', 'sync/crashes/crashes.test.ts'],
    },
    {
      does: 'A lagging list removes what was just confirmed.',
      find: 'justConfirmed.has(`${entity} ${key}`)',
      replace: 'false',
      tests: ['sync/plain-server.test.ts'],
    },
  ]),
  {
    does: 'A list that broke off counts as whole.',
    file: 'src/core/sync/sending/read-from-server.ts',
    inside: 'readList',
    find: "list.count !== null && list.count > received ? 'incomplete' : 'complete'",
    replace: "list.count === -1 ? 'incomplete' : 'complete'",
    tests: ['sync/claiming-and-settling.test.ts'],
  },
  {
    does: 'Fields that this program does not know are thrown away.',
    file: 'src/core/sync/records/server-copy.ts',
    inside: 'normalizeRecord',
    find: 'const record: Fields = { ...wire }',
    replace:
      "const record: Fields = Object.fromEntries(Object.entries(wire).filter(([name]) => [...kinds[entity].fields, 'id', 'version', 'client_key', 'images', 'property', 'listing'].includes(name)))",
    tests: ['sync/pulling.test.ts'],
  },
]
