import { bugsIn, type Mutant } from '../mutant.ts'

const tests = ['sync/plain-server.test.ts']
const file = 'src/core/sync/plain/full-pull-questions.ts'

/** Bugs in what a full pull from a plain server asks the agent. */
export const sweepQuestions: Mutant[] = [
  ...bugsIn({ file: 'src/core/sync/plain/pull-list.ts', tests }, [
    {
      does: 'What a plain server has forgotten goes without a question.',
      inside: 'removeMissing',
      find: 'if (isAsked) await askAboutLost(tx, reading, entity, key)',
      replace: 'if (false) await askAboutLost(tx, reading, entity, key)',
    },
    {
      does: 'Two records from one request are silent.',
      inside: 'storePage',
      find: 'for (const duplicate of duplicates) await',
      replace: 'for (const duplicate of []) await',
    },
  ]),
  ...bugsIn({ file, tests }, [
    {
      does: 'Whatever was confirmed at any time is asked about.',
      inside: 'recentlyConfirmed',
      find: 'now - recentMs',
      replace: '0',
    },
    {
      does: 'Whoever is alike is a twin, whenever it was made.',
      inside: 'mayComeFromOneRequest',
      find: 'Math.abs(Date.parse(createdAt) - Date.parse(otherCreatedAt)) <= repeatMs',
      replace: 'true',
    },
    {
      does: 'What the server wrote in its own way has no twin.',
      inside: 'isDuplicate',
      find: 'changes: asStored',
      replace: 'changes: create.changes',
    },
    {
      does: 'What the server gives no time of its making has no twin.',
      inside: 'mayComeFromOneRequest',
      find: 'createdAt === otherCreatedAt && duplicatesShare !== undefined',
      replace: 'false',
      tests: ['sync/visits-on-a-plain-server.test.ts'],
    },
    {
      does: 'A record that is known already is a twin.',
      inside: 'duplicatesIn',
      find: 'if ((await tx.row(entity, String(change.id))) !== undefined) continue',
    },
  ]),
  {
    does: 'An open house stays although all that kept it has gone.',
    file: 'src/core/sync/records/rebase.ts',
    inside: 'rebase',
    find: 'await removeOrphanedParent(tx, entity, last)',
    replace: '',
    tests: ['sync/missing-parents.test.ts'],
  },
  {
    does: 'An open house goes while the deletion of its listing still waits.',
    file: 'src/core/sync/records/child-records.ts',
    inside: 'isGone',
    find: ' && (await tx.recordQueue(entity, key)).length === 0',
    replace: '',
    tests: ['sync/undone-deletions.test.ts'],
  },
]
