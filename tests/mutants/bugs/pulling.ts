import type { Mutant } from '../mutant.ts'

export const pulling: Mutant[] = [
  {
    does: 'The cursor is stored before the rows.',
    file: 'src/core/sync/pull-feed.ts',
    inside: 'pullFeed',
    find: `    await replica.transact('refresh', async (store) => {
      await applyChanges(store, page.changes, fromFeed)
`,
    replace: `    await replica.transact('refresh', (store) => store.putFact(feedFact, { cursor: page.cursor, epoch, entities: knownEntities }))
    await replica.transact('refresh', async (store) => {
      await applyChanges(store, page.changes, fromFeed)
`,
    tests: ['sync/unsettled-work.test.ts'],
  },
  {
    does: 'A restored server is not noticed.',
    file: 'src/core/sync/pull-feed.ts',
    inside: 'isRestored',
    find: 'known !== undefined && known !== epoch',
    replace: "known === ''",
    tests: ['sync/sending.test.ts'],
  },
  {
    does: 'What a restored server has lost is not offered again.',
    file: 'src/core/sync/pull-feed.ts',
    inside: 'pullEverything',
    find: '      await offerAgain(store, sending.ports, found)\n',
    replace: '',
    tests: ['sync/sending.test.ts'],
  },
  {
    does: 'A cursor that is too old stops the pulling.',
    file: 'src/core/sync/pull-feed.ts',
    inside: 'pullFeed',
    find: "if (page.kind === 'too-old') return pullEverything(sending, epoch, false)",
    replace: "if (page.kind === 'too-old') return { end: 'done' }",
    tests: ['sync/pulling.test.ts'],
  },
  {
    does: 'A pull paints over waiting work.',
    file: 'src/core/sync/apply-changes.ts',
    inside: 'applyChanges',
    find: 'const busyKeys = await store.keysWithOperations(entity)',
    replace: 'const busyKeys = new Set<LocalKey>()',
    tests: ['sync/conflicts.test.ts', 'sync/pulling.test.ts'],
  },
  {
    does: 'A create that comes back in a pull is a second row.',
    file: 'src/core/sync/apply-changes.ts',
    inside: 'applyChanges',
    find: '(await ownCreateOf(store, change, busyKeys)) ?? (await findKey(entity, change.id))',
    replace: 'await findKey(entity, change.id)',
    tests: ['sync/pulling.test.ts', 'sync/sending.test.ts'],
  },
  {
    does: 'A first load forgets how far it came.',
    file: 'src/core/sync/pull-feed.ts',
    inside: 'pullEverything',
    find: `      if (isFirst) await store.putFact(feedFact, place)
`,
    replace: '',
    tests: ['sync/pulling.test.ts'],
  },
  {
    does: 'Whatever a short list misses goes at once.',
    file: 'src/core/sync/remove-missing.ts',
    inside: 'removeMissing',
    find: 'missing.length > mostAtOnce || missing.length > all.length * mostShare',
    replace: 'missing.length > 1_000_000',
    tests: ['sync/plain-server.test.ts', 'sync/pulling.test.ts'],
  },
  {
    does: 'A sweep removes rows with waiting work.',
    file: 'src/core/sync/remove-missing.ts',
    inside: 'removeMissing',
    find: '!found.has(key) && !busyKeys.has(key) &&',
    replace: '!found.has(key) &&',
    tests: ['sync/plain-server.test.ts', 'sync/pulling.test.ts', 'sync/crashes/crashes.test.ts'],
  },
  {
    does: 'A lagging list removes what was just confirmed.',
    file: 'src/core/sync/remove-missing.ts',
    inside: 'removeMissing',
    find: ' && !justConfirmed.has(`${entity} ${key}`))',
    replace: ')',
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'A list that broke off counts as whole.',
    file: 'src/core/sync/read-list.ts',
    inside: 'readList',
    find: "list.count !== null && list.count > received ? 'incomplete' : 'complete'",
    replace: "list.count === -1 ? 'incomplete' : 'complete'",
    tests: ['sync/unsettled-work.test.ts'],
  },
  {
    does: 'A record that may be ours is taken for another’s.',
    file: 'src/core/sync/apply-changes.ts',
    inside: 'applyQuiet',
    find: `    if (row === undefined && options.holdsBack(entity)) continue
`,
    replace: '',
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'A lagging copy takes back what was confirmed.',
    file: 'src/core/sync/apply-changes.ts',
    inside: 'applyQuiet',
    find: `    if (options.isLagging?.(entity, key, normalised.record, row) === true) continue
`,
    replace: '',
    tests: ['sync/plain-server.test.ts'],
  },
  {
    does: 'Fields that this program does not know are thrown away.',
    file: 'src/core/sync/normalise-record.ts',
    inside: 'normaliseRecord',
    find: 'const record: Fields = { ...wire }',
    replace:
      "const record: Fields = Object.fromEntries(Object.entries(wire).filter(([name]) => [...declarations[entity].fields, 'id', 'version', 'client_key', 'images', 'property', 'listing'].includes(name)))",
    tests: ['sync/pulling.test.ts'],
  },
  {
    does: 'Who is newer is not asked when a restored server is read.',
    file: 'src/core/sync/pull-feed.ts',
    inside: 'pullEverything',
    find: '{ ...fromFeed, keepsNewer: !wasRestored, mayBeBack: wasRestored }',
    replace: 'fromFeed',
    tests: ['sync/sending.test.ts', 'sync/pulling.test.ts'],
  },
  {
    does: 'A restored server is sent to before it is pulled from.',
    file: 'src/core/sync/sync-once.ts',
    inside: 'exchange',
    find: `  if (wasRestored) {
    const pulled`,
    replace: `  if (wasRestored && clock.now() < 0) {
    const pulled`,
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'A server restored before the first pull is not known for one.',
    file: 'src/core/sync/pull-feed.ts',
    inside: 'isRestored',
    find: `    if (known === undefined) await store.putFact(epochFact, epoch)
`,
    replace: '',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'What was sent to a restored server goes again under its old version.',
    file: 'src/core/sync/forget-lost-history.ts',
    inside: 'adjustChange',
    find: `  if (attempt !== null && !isStuck(change)) await store.putOperation(underNewKey(change))
`,
    replace: '',
    tests: ['sync/restored-servers.test.ts'],
  },
  {
    does: 'A create that a restored server has lost is taken for done.',
    file: 'src/core/sync/forget-lost-history.ts',
    inside: 'adjustCreate',
    find: 'if (!isThere) await store.deleteBase(entity, key)',
    replace: 'if (!isThere) await store.base(entity, key)',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'A record that is back on a restored server is made a second time.',
    file: 'src/core/sync/forget-lost-history.ts',
    inside: 'adjustCreate',
    find: "else if (base.record !== null && base.record['client_key'] !== opId) await editInstead",
    replace: 'else if (base.record === undefined) await editInstead',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'What waits over a record that a restored server has lost keeps it here for ever.',
    file: 'src/core/sync/forget-lost-history.ts',
    inside: 'adjustChange',
    find: 'await putServerDeletion(store, entity, key, null)',
    replace: 'await store.base(entity, key)',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'A create is offered again under a revision that the server may have answered.',
    file: 'src/core/sync/offer-again.ts',
    inside: 'offerRecord',
    find: 'Math.max(...history.filter(({ opId }) => opId === first.opId).map((one) => one.revision))',
    replace: 'last.revision',
    tests: ['sync/restored-servers.test.ts'],
  },
  {
    does: 'A text that a restored server has lost is left out of the edit that went on writing it.',
    file: 'src/core/sync/offer-again.ts',
    inside: 'offerRecord',
    find: `if (alsoLost.length > 0) await store.putOperation(withoutLostBase(waiting, alsoLost))
`,
    replace: '',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'A record made anew under its old key is a second one when a pull brings it.',
    file: 'src/core/sync/apply-changes.ts',
    inside: 'ownCreateOf',
    find: "create?.entity === entity && create.kind === 'create' ? create.key : localKeyOf(clientKey)",
    replace: 'localKeyOf(clientKey)',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'A record that a backup brings back beside the one it was made anew as is not shown.',
    file: 'src/core/sync/apply-changes.ts',
    inside: 'applyChanges',
    find: '(isBack ? await keyOfOneThatIsBack(store, entity, change.id) : null)',
    replace: 'null',
    tests: ['sync/histories/scenarios.test.ts'],
  },
]
