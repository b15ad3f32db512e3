import { bugsIn, type Mutant } from '../mutant.ts'

/** Bugs in what is held back from the server on purpose. */
export const holdingBack: Mutant[] = [
  ...bugsIn({ file: 'src/core/sync/sending/which-server.ts', tests: ['sync/minimum-version.test.ts'] }, [
    {
      does: 'An old program sends to a server that asks for a newer one.',
      inside: 'isOutdated',
      find: 'found.description.minimum_version > apiVersion',
      replace: 'found.description.minimum_version > apiVersion + 1',
    },
    {
      does: 'In the middle of sending nobody asks whether the program is still new enough.',
      inside: 'isServerReached',
      find: 'return found !== null && !isOutdated(found)',
      replace: 'return found !== null',
    },
  ]),
  {
    does: 'While a kiosk runs, what the agent has saved is sent and refused.',
    file: 'src/core/sync/sending/for-visitors.ts',
    inside: 'onlyVisitors',
    find: "? holds(waiting) : 'kiosk'",
    replace: '? holds(waiting) : null',
    tests: ['server/kiosk-sessions.test.ts'],
    title: 'a tablet sends visitors',
  },
  {
    does: 'Photos that wait for another link hold up the edits of their listing.',
    file: 'src/core/sync/sending/record-queue.ts',
    inside: 'SendQueue',
    find: "return queue.find((other) => other.lane === 'records' && this.#holds(other) === null)",
    replace: 'return undefined',
    tests: ['sync/photos-on-metered-links.test.ts'],
  },
  ...bugsIn(
    {
      file: 'src/core/sync/sending/hold-policy.ts',
      inside: 'holdPolicy',
      tests: ['sync/photos-on-metered-links.test.ts'],
    },
    [
      {
        does: 'Captions wait for another link, too.',
        find: "hasFiles && lane === 'photos' &&",
        replace: "lane === 'photos' &&",
      },
      {
        does: 'Sending photos by hand lets those of later go as well.',
        find: 'seq > released &&',
        replace: 'released === 0 &&',
      },
      {
        does: 'The link is asked only when an exchange begins.',
        find: '  const released =',
        replace: `  const atFirst = link?.()
  link = () => atFirst
  const released =`,
      },
    ],
  ),
]
