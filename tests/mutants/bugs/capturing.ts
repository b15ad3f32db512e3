import { bugsIn, type Mutant } from '../mutant.ts'

export const capturing: Mutant[] = [
  ...bugsIn({ file: 'src/core/sync/writing/create-record.ts', tests: ['sync/record-change.test.ts'] }, [
    {
      does: 'A form that is sent twice is stored twice.',
      inside: 'createRow',
      find: `  if (earlier !== undefined) return { key }
`,
    },
    {
      does: 'Other contents under the name of a saved form are dropped.',
      inside: 'createRow',
      find: 'const isOther = await hasOtherContents(tx, record)',
      replace: 'const isOther = false',
    },
    {
      does: 'The row is not painted after a save.',
      inside: 'createRow',
      find: `  await rebase(tx, entity, key)
  return { key }`,
      replace: '  return { key }',
    },
    {
      does: 'A tour of unsent listings that is saved twice is two tours.',
      inside: 'contentsOf',
      find: 'Object.entries(references).filter(([field]) => !isEmbeddedReference(field))',
      replace: 'Object.entries(references)',
      tests: ['sync/claiming-and-settling.test.ts'],
    },
    {
      does: 'A tour that was sent and is saved once more is two tours.',
      inside: 'contentsSerializer',
      find: 'ids.get(String(name)) ?? name',
      replace: 'name',
      tests: ['sync/claiming-and-settling.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/writing/update-record.ts', tests: ['sync/record-change.test.ts'] }, [
    {
      does: 'The server’s copy is not kept under an edit.',
      inside: 'updateRow',
      find: 'else if (queue.length === 0) await storeBase(tx, entity, key)',
      tests: ['sync/record-change.test.ts', 'sync/conflicts.test.ts'],
    },
    {
      does: 'A save writes every field of its form, changed or not.',
      inside: 'editOf',
      find: '([field, value]) => !isJsonEqual(update.opened[field] ?? null, value)',
      replace: '() => true',
    },
    {
      does: 'A save is not merged with what another tab has saved since its form opened.',
      inside: 'editOf',
      find: 'const now = row ?? update.opened',
      replace: 'const now = update.opened',
    },
    {
      does: 'A record that was deleted on this device is edited all the same.',
      inside: 'updateRow',
      find: `  if (queue.at(-1)?.kind === 'delete') return { outcome: 'deleted' }
`,
      tests: ['sync/outbox-by-hand.test.ts'],
    },
    {
      does: 'What mends a refused record goes under the key that was refused.',
      inside: 'foldOrAdd',
      find: 'underNewKey(foldUpdate(refused, operation))',
      replace: 'queuedAgain(foldUpdate(refused, operation))',
    },
    {
      does: 'What mends a refused record goes behind it, where an edit waits.',
      inside: 'foldOrAdd',
      find: 'queue.find(isRefused)',
      replace: 'queue.slice(-1).find(isRefused)',
      tests: ['sync/refused-work.test.ts'],
    },
    {
      does: 'A waiting edit overwrites what mended the refused record before it.',
      inside: 'foldOrAdd',
      find: 'refused === previous && ',
      tests: ['sync/refused-work.test.ts'],
    },
    {
      does: 'What is put into a refused record is lost where another device makes the record again.',
      inside: 'foldOrAdd',
      find: ' && refused.isRestored !== true',
      tests: ['sync/restored-servers.test.ts'],
    },
    {
      does: 'A conflict inside the device is sent without asking.',
      inside: 'updateRow',
      find: 'const isConflict = isGone || conflicts.length > 0',
      replace: 'const isConflict = isGone',
    },
  ]),
  {
    does: 'What was attempted counts as unattempted.',
    file: 'src/core/sync/writing/update-record.ts',
    inside: 'isUnattempted',
    find: "return operation.attempt === null && operation.state !== 'sending' && operation.state !== 'unknown'",
    replace: "return operation.state !== 'sending'",
    tests: ['sync/record-change.test.ts', 'sync/sync-rules.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/writing/update-record.ts', inside: 'canFoldUpdate' }, [
    {
      does: 'An edit folds into an attempted operation.',
      find: "if (!isUnattempted(previous) || previous.kind === 'delete') return false",
      replace: "if (previous.kind === 'delete') return false",
      tests: ['sync/record-change.test.ts', 'sync/sync-rules.test.ts'],
    },
    {
      does: 'A step of a tour folds away.',
      find: 'return !touchesUnfoldable(previous, changes)',
      replace: 'return true',
      tests: ['sync/sync-rules.test.ts', 'sync/tours.test.ts'],
    },
    {
      does: 'An edit folds into a conflict that the agent has not decided.',
      find: `  if (previous.state === 'conflict' || previous.state === 'attention') return false
`,
      tests: ['sync/outbox-by-hand.test.ts'],
    },
  ]),
  ...bugsIn(
    { file: 'src/core/sync/writing/update-record.ts', inside: 'foldUpdate', tests: ['sync/record-change.test.ts'] },
    [
      {
        does: 'Folding keeps the newest base.',
        find: '{ ...later.base, ...previous.base }',
        replace: '{ ...previous.base, ...later.base }',
      },
      {
        does: 'Folding forgets the earlier edit.',
        find: 'const changes = { ...previous.changes, ...later.changes }',
        replace: 'const changes = { ...later.changes }',
      },
    ],
  ),
  {
    does: 'Edits that cancel out are sent.',
    file: 'src/core/sync/writing/update-record.ts',
    inside: 'withoutCancelledFields',
    find: '!isUnchanged(update.base, field, value)',
    replace: 'field !== value',
    tests: ['sync/record-change.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/writing/delete-record.ts', inside: 'deleteRow' }, [
    {
      does: 'The children’s unsent work outlives their listing.',
      find: 'const foldedAway = await foldAwayChildren(tx, entity, key)',
      replace: 'const foldedAway: Operation[] = []',
      tests: ['sync/undone-deletions.test.ts'],
    },
    {
      does: 'Deleting a record whose create was attempted makes both vanish.',
      find: "const wasNeverSent = unsent[0]?.kind === 'create' && unsent.length === queue.length",
      replace: "const wasNeverSent = queue[0]?.kind === 'create'",
      tests: ['sync/record-change.test.ts'],
    },
    {
      does: 'A deletion does not remember what was deleted.',
      find: 'base: declaredFields(entity, before),',
      replace: 'base: {},',
      tests: ['sync/conflicts.test.ts'],
    },
    {
      does: 'A deletion is sent while its Undo is offered.',
      find: 'waitsMs > 0',
      replace: 'waitsMs < 0',
      tests: ['sync/undone-deletions.test.ts'],
    },
    {
      does: 'What a refused create has made all the same is not deleted there.',
      find: ' && !isOnServer',
      tests: ['sync/lost-answers.test.ts'],
    },
  ]),
  {
    does: 'A deletion throws away what was attempted before it.',
    file: 'src/core/sync/writing/delete-record.ts',
    inside: 'unattemptedEnd',
    find: 'return queue.slice(lastAttempted + 1)',
    replace: 'return queue',
    tests: ['sync/record-change.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/writing/delete-record.ts', inside: 'mayStillBeCreated' }, [
    {
      does: 'A refused create that may still arrive is deleted on this device only.',
      find: "state === 'attention' && attempts > 1",
      replace: "state === 'attention' && attempts < 0",
      tests: ['sync/lost-answers.test.ts'],
    },
    {
      does: 'The deletion of a record that waits to be made again is forgotten.',
      find: 'isRestored === true || ',
      tests: ['sync/restored-servers.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/writing/undo-delete.ts', tests: ['sync/undone-deletions.test.ts'] }, [
    {
      does: 'An undo takes back a deletion that may have arrived.',
      inside: 'undoDelete',
      find: 'deletion !== undefined && isUnattempted(deletion)',
      replace: 'deletion !== undefined',
    },
    {
      does: 'An undo does not bring back what the deletion folded away.',
      inside: 'discardDeletion',
      find: '  await putBack(tx, foldedAway.map(withCurrentKey))\n',
    },
    {
      does: 'A form saved after a deletion goes on asking when the deletion is undone.',
      inside: 'putBack',
      find: "if (kind === 'create') await mergeLaterEdits(tx, operation)",
      replace: "if (kind === 'create') await Promise.resolve()",
    },
  ]),
  {
    does: 'Trying something again sends a deletion that can still be undone.',
    file: 'src/core/sync/sending/push.ts',
    inside: 'resetBackoff',
    find: ' && !canBeUndone(operation, now)',
    replace: '',
    tests: ['sync/undone-deletions.test.ts'],
  },
  {
    does: 'An edit that meets another one is dropped while its record’s deletion can be undone.',
    file: 'src/core/sync/sending/prepare-to-send.ts',
    inside: 'settleBeforeDeletion',
    find: 'if (isDue(nextAt, sending.ports.clock.now())) await',
    replace: 'if (nextAt > -1) await',
    tests: ['sync/undone-deletions.test.ts'],
  },
  {
    does: 'A create that is refused again asks the agent though the record is deleted here.',
    file: 'src/core/sync/sending/apply-failure.ts',
    inside: 'rejectOrDrop',
    find: "const deletion = kind === 'create' ? await",
    replace: "const deletion = kind === 'update' ? await",
    tests: ['sync/lost-answers.test.ts'],
  },
]
