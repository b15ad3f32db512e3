import { bugsIn, type Mutant } from '../mutant.ts'

export const confirming: Mutant[] = [
  {
    does: 'An operation is removed before it is sent.',
    file: 'src/core/sync/sending/send-operation.ts',
    inside: 'sendOperation',
    find: '  const verdict = await sendClaimed(sending, claimed.ready)',
    replace: `  await replica.transact('write', (tx) => tx.deleteOperations([seq]))
  const verdict = await sendClaimed(sending, claimed.ready)`,
    tests: ['sync/sending.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sending/confirm.ts', inside: 'assignServerId' }, [
    {
      does: 'The id that the server gave is not kept.',
      find: `    await tx.putMapping({ entity, key, id })
    await`,
      replace: '    await',
      tests: ['sync/sender.test.ts'],
    },
    {
      does: 'What was made for a record that was there already is lost.',
      find: `  await moveOperations(tx, { entity, from: key, to: holder })
`,
      tests: ['sync/claiming-and-settling.test.ts'],
    },
  ]),
  {
    does: 'A pulled row stays beside its own create.',
    file: 'src/core/sync/sending/confirm.ts',
    inside: 'removePulledRow',
    find: 'if ((await tx.recordQueue(entity, pulledKey)).length === 0) await tx.deleteRows(entity, [pulledKey])',
    replace: 'if ((await tx.recordQueue(entity, pulledKey)).length < 0) await tx.deleteRows(entity, [pulledKey])',
    tests: ['sync/pulling.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sending/confirm.ts', inside: 'confirmWrite' }, [
    {
      does: 'An old answer paints over what came since.',
      find: '} else if (!hasNewerBase(before, version)) {',
      replace: '} else {',
      tests: ['sync/sending.test.ts'],
    },
    {
      does: 'What the server made of a value is a conflict with the next edit.',
      find: `    if (answer.isRecordAsWritten === true && !mayHaveExisted) await adjustLaterOperations(tx, operation, record)
`,
      tests: ['sync/claiming-and-settling.test.ts'],
    },
    {
      does: 'What another device wrote into a record that was found made counts as what the server made of it.',
      find: 'answer.isRecordAsWritten === true && !mayHaveExisted',
      replace: 'answer.isRecordAsWritten === true',
      tests: ['sync/lost-answers.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/sending/confirm.ts', inside: 'confirm', tests: ['sync/sending.test.ts'] }, [
    {
      does: 'The row is not painted after a confirmation.',
      find: `  await rebase(tx, entity, key)
`,
    },
    {
      does: 'What was sent is not in the journal.',
      find: `  await tx.addToJournal(await journalEntry(tx, operation, { note, settledAt }, answer))
`,
      tests: ['sync/sending.test.ts', 'sync/restored-servers.test.ts'],
    },
    {
      does: 'Confirming one operation removes those behind it.',
      find: `{ note, settledAt }, answer))
  await tx.deleteOperations([operation.seq])`,
      replace: `{ note, settledAt }, answer))
  await tx.deleteOperations((await tx.recordQueue(entity, key)).map(({ seq }) => seq))`,
    },
    {
      does: 'A sent photo’s bytes go at once, and a restored server cannot have them.',
      find: "const mayBeRequeued = operation.kind === 'create' && sending.capabilities.feed",
      replace: "const mayBeRequeued = operation.kind === 'delete'",
      tests: ['sync/restored-servers.test.ts'],
    },
  ]),
  {
    does: 'The children’s work outlives a deleted listing.',
    file: 'src/core/sync/sending/confirm.ts',
    inside: 'confirmDelete',
    find: `  await settleChildOperations(tx, sending, entity, key)
`,
    replace: '',
    tests: ['sync/claiming-and-settling.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sending/confirm.ts', inside: 'settleSuccess' }, [
    {
      does: 'The id is kept in a transaction of its own.',
      find: 'if (current?.revision === operation.revision) await confirm(tx, sending, current, answer, note)',
      replace: `if (current?.revision !== operation.revision) return
  const { entity, key } = operation
  const id = Number(answer.record?.['id'])
  if (id > 0) void sending.ports.replica.transact('write', (later) => later.putMapping({ entity, key, id }))
  await confirm({ ...tx, putMapping: async () => {} }, sending, current, answer, note)`,
      tests: ['sync/lost-answers.test.ts'],
    },
    {
      does: 'A success is stored in two transactions, the outbox first.',
      find: 'if (current?.revision === operation.revision) await confirm(tx, sending, current, answer, note)',
      replace: `if (current?.revision !== operation.revision) return
  void sending.ports.replica.transact('write', (later) => confirm(later, sending, current, answer, note))
  await tx.deleteOperations([current.seq])`,
      tests: ['sync/crashes/crashes.test.ts'],
    },
  ]),
  {
    does: 'An older copy takes back a newer one.',
    file: 'src/core/sync/records/server-copy.ts',
    inside: 'isOlder',
    find: 'return Number(version) < Number(known)',
    replace: 'return Number(version) < 0 * Number(known)',
    tests: ['sync/pulling.test.ts'],
  },
  {
    does: 'A pulled deletion is forgotten under waiting work.',
    file: 'src/core/sync/records/server-copy.ts',
    inside: 'putServerDeletion',
    find: 'await tx.putBase({ entity, key, record: last, version, gone: true })',
    replace: 'await tx.putBase({ entity, key, record: last, version })',
    tests: ['sync/conflicts.test.ts'],
  },
  ...bugsIn(
    { file: 'src/core/sync/sending/send-operation.ts', inside: 'firstVerdict', tests: ['sync/sending.test.ts'] },
    [
      {
        does: 'An old answer given again is not read anew.',
        find: 'verdict.record !== null && !verdict.isReplay',
        replace: 'verdict.record !== null',
      },
      {
        does: 'An answer without proof whose key the server has is not read anew.',
        find: 'isProved && isOwn &&',
        replace: 'isOwn &&',
      },
    ],
  ),
  ...bugsIn({ file: 'src/core/sync/sending/look-again.ts', tests: ['sync/sending.test.ts'] }, [
    {
      does: 'A success without a body goes on without its id.',
      inside: 'withNewestRecord',
      find: "if (success.record === null && operation.kind === 'update') return success",
      replace: 'if (success.record === null) return success',
    },
    {
      does: 'Reading again after a clash does not see that it was done.',
      inside: 'afterReadingAgain',
      find: 'return isDone ? { ...successWithoutRecord',
      replace: 'return isDone && read.kind === undefined ? { ...successWithoutRecord',
      tests: ['sync/refused-work.test.ts'],
    },
  ]),
  ...bugsIn({ file: 'src/core/sync/records/rebase.ts', inside: 'rebase' }, [
    {
      does: 'A base goes while operations lie over it.',
      find: 'if (queue.length === 0 && base !== undefined)',
      replace: 'if (base !== undefined)',
      tests: ['sync/sending.test.ts', 'sync/conflicts.test.ts'],
    },
    {
      does: 'A base stays after its last operation.',
      find: 'if (queue.length === 0 && base !== undefined)',
      replace: 'if (queue.length < 0 && base !== undefined)',
      tests: ['sync/crashes/crashes.test.ts', 'sync/conflicts.test.ts'],
    },
  ]),
  {
    does: 'The base is painted over the edits.',
    file: 'src/core/sync/records/rebase.ts',
    inside: 'composeRow',
    find: 'fields = { ...fields, ...operationFields(operation) }',
    replace: 'fields = { ...operationFields(operation), ...fields }',
    tests: ['sync/record-change.test.ts'],
  },
  {
    does: 'What a pull has brought of a refused create is written over without asking.',
    file: 'src/core/sync/sending/patch-missing-fields.ts',
    inside: 'patchMissingFields',
    find: 'isAgentAsked ? null : (serverRecord[field] ?? null)',
    replace: 'serverRecord[field] ?? null',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'A create that is found made with older values does not bring the newer ones after it.',
    file: 'src/core/sync/sending/patch-missing-fields.ts',
    inside: 'missingValues',
    find: 'if (!isSameValue(theirs, value)) missing[field] = value',
    replace: 'if (isSameValue(theirs, value)) missing[field] = value',
    tests: ['sync/histories/scenarios.test.ts', 'sync/refused-work.test.ts', 'sync/claiming-and-settling.test.ts'],
  },
  {
    does: 'What a pull has shown to be done is not missed on a restored server.',
    file: 'src/core/sync/sending/prepare-to-send.ts',
    inside: 'settleAsDone',
    find: 'operation.attempt !== null && sending.capabilities.keys ? undefined : null',
    replace: 'null',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'A record of which several changes are discarded is painted once for each.',
    file: 'src/core/sync/resolving/outbox-actions.ts',
    inside: 'discardOperation',
    find: 'for (const { entity, key } of records.values())',
    replace: 'for (const { entity, key } of all)',
    tests: ['sync/histories/scenarios.test.ts'],
  },
]
