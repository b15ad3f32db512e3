import { bugsIn, type Mutant } from '../mutant.ts'

export const deciding: Mutant[] = [
  {
    does: 'What is put back covers what stands there, and nobody finds that again.',
    file: 'src/core/sync/resolving/discarded-values.ts',
    inside: 'putBackDiscardedValues',
    find: 'if (both === undefined && !isSameValue(row[field], value)) replaced.push(field)',
    replace: 'if (both === null) replaced.push(field)',
    tests: ['sync/conflicts.test.ts'],
  },
  {
    does: 'A text that is put back takes the place of another.',
    file: 'src/core/sync/resolving/discarded-values.ts',
    inside: 'putBackDiscardedValues',
    find: 'changes[field] = both ?? value',
    replace: 'changes[field] = value',
    tests: ['sync/conflicts.test.ts'],
  },
  {
    does: 'A pause goes on though the server has answered the agent who asked.',
    file: 'src/core/sync/sync-once.ts',
    inside: 'meetServer',
    find: 'pauseUntil(ports, 0)',
    replace: 'pauseUntil(ports, pausedUntil)',
    tests: ['sync/time-and-links.test.ts'],
  },
  {
    does: 'An open question does not follow what the exchange has brought.',
    file: 'src/core/sync/sync-once.ts',
    inside: 'sendAndPull',
    find: 'const nextAt = (await reviewConflicts(sending)) ? ports.clock.now() : nextAttemptAt',
    replace: 'const nextAt = nextAttemptAt',
    tests: ['sync/outdated-conflicts.test.ts'],
  },
  {
    does: 'A question that does not hold any more stays.',
    file: 'src/core/sync/resolving/review-conflicts.ts',
    inside: 'reviewConflicts',
    find: 'if (base === undefined || stillHolds(operation, operation.conflict, base)) return null',
    replace: 'return null',
    tests: ['sync/outdated-conflicts.test.ts'],
  },
  {
    does: 'A question that still holds is taken back.',
    file: 'src/core/sync/resolving/review-conflicts.ts',
    inside: 'reviewConflicts',
    find: 'if (base === undefined || stillHolds(operation, operation.conflict, base)) return null',
    replace: 'if (base === undefined) return null',
    tests: ['sync/outdated-conflicts.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/resolving/outbox-actions.ts', tests: ['sync/outbox-by-hand.test.ts'] }, [
    {
      does: 'Discarding a parent leaves its children.',
      inside: 'discardOperation',
      find: 'const all = [operation, ...(await collectDependants(tx, operation))]',
      replace: 'const all = [operation]',
      tests: ['sync/refused-work.test.ts'],
    },
    {
      does: 'What is on its way is discarded.',
      inside: 'discardOperation',
      find: `    if (all.some(({ state }) => state === 'sending')) return 'in-flight'
`,
    },
    {
      does: 'Theirs is chosen and mine is sent.',
      inside: 'resolveConflict',
      find: 'for (const one of withDependentFields(operation.entity, field)) delete changes[one]',
      tests: ['sync/conflicts.test.ts'],
    },
    {
      does: 'A discarded edit stays painted under the later ones.',
      inside: 'discardOperation',
      find: `    if (operation.kind === 'update') await replaceBaseInLater(tx, operation)
`,
    },
    {
      does: 'A discarded operation’s bytes stay.',
      inside: 'discardOperation',
      find: `    await tx.deleteFiles(all.flatMap(blobKeysOf))
`,
    },
    {
      does: 'A linked record has no id.',
      inside: 'linkToExisting',
      find: `    await tx.putMapping({ entity, key, id })
`,
    },
    {
      does: 'A record that is found on the server forgets what it belongs to.',
      inside: 'linkToExisting',
      find: '{ ...operation.shown, ...writtenFields(operation), id }',
      replace: '{ ...operation.shown, ...operation.changes, id }',
    },
  ]),
  {
    does: 'Trying again goes under the refused key.',
    file: 'src/core/sync/records/operations.ts',
    inside: 'underNewKey',
    find: '{ ...queuedAgain(operation), revision: operation.revision + 1 }',
    replace: '{ ...queuedAgain(operation) }',
    tests: ['sync/outbox-by-hand.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/resolving/outbox-actions.ts', inside: 'recreate' }, [
    {
      does: 'A made-anew record leaves its old operations.',
      find: `  await tx.deleteOperations(queue.map(({ seq }) => seq))
`,
      tests: ['sync/conflicts.test.ts'],
    },
    {
      does: 'A listing is made again and the work for it left behind.',
      find: 'await resendRejectedChildren(tx, entity, key)',
      tests: ['sync/missing-parents.test.ts'],
    },
  ]),
  {
    does: 'What waits over a record that was made here stays over the other key.',
    file: 'src/core/sync/records/move-references.ts',
    inside: 'moveOperations',
    find: `  await moveQueue(tx, move)
`,
    replace: '',
    tests: ['sync/histories/scenarios.test.ts'],
  },
  {
    does: 'Work for a listing that is gone is said to have wrong details.',
    file: 'src/core/sync/requests/answers.ts',
    inside: 'asParentGone',
    find: 'if (gone === undefined) return refusal',
    replace: 'if (gone !== null) return refusal',
    tests: ['sync/missing-parents.test.ts'],
  },
  {
    does: 'An open house moves to another listing without its visitors.',
    file: 'src/core/sync/resolving/missing-parent.ts',
    inside: 'moveToOtherParent',
    find: '[operation, ...(await operationsOnChildren(tx, operation))]',
    replace: '[operation]',
    tests: ['sync/missing-parents.test.ts'],
  },
  {
    does: 'What a listing was is forgotten with it.',
    file: 'src/core/sync/records/child-records.ts',
    inside: 'storeLastCopyOfDeleted',
    find: 'await tx.setMeta(goneParentsFact, copies)',
    replace: '',
    tests: ['sync/missing-parents.test.ts'],
  },
  {
    does: 'Two showings of a listing read alike.',
    file: 'src/core/sync/records/describe-operation.ts',
    inside: 'describeOperation',
    find: "${titleSuffix?.(known, around) ?? ''}",
    replace: '',
    tests: ['screens/outbox-missing-listing.test.tsx'],
    title: 'each has its day, hour, person and place',
  },
]
