import { bugsIn, type Mutant } from '../mutant.ts'

export const merging: Mutant[] = [
  ...bugsIn({ file: 'src/core/sync/writing/merge.ts', tests: ['sync/sync-rules.test.ts', 'sync/conflicts.test.ts'] }, [
    {
      does: 'The last writer wins.',
      inside: 'mergeFields',
      find: 'if (isUntouched(before, now)) {',
      replace: 'if (before !== undefined || now === undefined || !(field in base)) {',
    },
    {
      does: 'Of two notes one is lost.',
      inside: 'appendText',
      find: 'return `${theirs}\\n\\n${mine}`',
      replace: 'return mine',
      tests: ['sync/sync-rules.test.ts'],
    },
    {
      does: 'Two texts become one that the server refuses.',
      inside: 'bothTexts',
      find: 'return both.length > longestText ? undefined : both',
      replace: 'return both.length > 2 * longestText ? undefined : both',
    },
    {
      does: 'What one side took out of a set comes back.',
      inside: 'mergedSet',
      find: 'has(mine, member) || !has(base, member)',
      replace: 'has(theirs, member)',
      tests: ['sync/sync-rules.test.ts'],
    },
  ]),
  {
    does: 'A trimmed value is a conflict.',
    file: 'src/core/sync/records/same-value.ts',
    inside: 'isSameValue',
    find: 'return canonical(plain(one)) === canonical(plain(other))',
    replace: 'return canonical(one ?? null) === canonical(other ?? null)',
    tests: ['sync/sync-rules.test.ts', 'sync/normalized-values.test.ts'],
  },
  {
    does: 'A house number with zeros is a number.',
    file: 'src/core/sync/records/same-value.ts',
    inside: 'plainText',
    find: '/^-?(0|[1-9]\\d{0,14})(\\.\\d+)?$/',
    replace: '/^-?\\d+(\\.\\d+)?$/',
    tests: ['sync/sync-rules.test.ts'],
  },
  ...bugsIn({ file: 'src/core/sync/sending/prepare-to-send.ts', tests: ['sync/conflicts.test.ts'] }, [
    {
      does: 'A deletion of a record that others changed does not ask.',
      inside: 'prepareDelete',
      find: 'if (changed.length === 0 && !hasChangedChildren) return operation',
      replace: 'if (!hasChangedChildren) return operation',
    },
    {
      does: 'A deletion does not ask about what others added below its record.',
      inside: 'prepareDelete',
      find: 'if (changed.length === 0 && !hasChangedChildren) return operation',
      replace: 'if (changed.length === 0) return operation',
      tests: ['sync/deletions-of-parents.test.ts'],
    },
    {
      does: 'An edit of a record that was deleted there is dropped.',
      inside: 'askAboutGone',
      find: `  const fields = [...Object.keys(operation.changes), ...Object.keys(operation.files)]
`,
      replace: `  if (operation.seq > 0) return settleAsDone(tx, sending, operation, undefined, 'sent')
  const fields = [...Object.keys(operation.changes), ...Object.keys(operation.files)]
`,
    },
    {
      does: 'A create that a pull has brought already is sent.',
      inside: 'prepareToSend',
      find: "base?.record?.['client_key'] === operation.opId",
      replace: "base?.record?.['client_key'] === ''",
      tests: ['sync/claiming-and-settling.test.ts'],
    },
    {
      does: 'A conflict is sent without asking.',
      inside: 'prepareUpdate',
      find: '  if (merge.conflicts.length > 0) {',
      replace: '  if (merge.conflicts.length > 1_000) {',
    },
  ]),
  {
    does: 'A deletion asks about new records below its own, but not about changed ones.',
    file: 'src/core/sync/records/child-records.ts',
    inside: 'changedChildren',
    find: 'before[name] === undefined || ',
    replace: 'before[name] === undefined && ',
    tests: ['sync/deletions-of-parents.test.ts'],
  },
  {
    does: 'Who deletes anyway deletes also what came after the question.',
    file: 'src/core/sync/resolving/outbox-actions.ts',
    inside: 'resolveConflict',
    find: '{ below: conflict.below }',
    replace: '{ below: undefined }',
    tests: ['sync/deletions-of-parents.test.ts'],
  },
]
