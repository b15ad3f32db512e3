import { exchangeOf, first, plainly, type Scenario, second } from './scenario.ts'

/** What is known of a server is true no more when it was restored from a backup. */
export const scenariosOfRestoredServers: readonly Scenario[] = [
  {
    sentence: 'C19: an edit is not taken for one of the version that a restored server gave to something else',
    server: 'ours',
    steps: [
      ['the server is backed up', { isAll: false }],
      ['begins to exchange', { tablet: 1, by: 'first tab', ...plainly }],
      ['writes more about a listing', second],
      ['begins to exchange', { tablet: 1, by: 'first tab', ...plainly }],
      exchangeOf(0),
      ['the server is restored from its backup', { isAll: false }],
      ['writes more about a listing', second],
      ['writes more about a listing', first],
    ],
  },
  {
    sentence: 'C19: a text that an edit went on writing, and that a restored server has lost, comes along with it',
    server: 'ours',
    steps: [
      exchangeOf(1),
      ['the server is backed up', { isAll: false }],
      exchangeOf(0),
      ['writes more about a listing', second],
      exchangeOf(1),
      ['the server is restored from its backup', { isAll: false }],
      ['writes more about a listing', first],
      ['writes more about a listing', second],
      ['undoes the last deletion', first],
    ],
  },
  {
    sentence:
      'C19: a create that something on the way refused is made where the restored server has lost what it made all the same',
    server: 'ours',
    steps: [
      ['begins to exchange', { tablet: 0, by: 'first tab', ...plainly, fault: 5 }],
      ['the server is backed up', { isAll: false }],
      ['makes a client', first],
      ['begins to exchange', { tablet: 0, by: 'first tab', ...plainly, fault: 13, latency: 900 }],
      ['waits', { seconds: 2000 }],
      ['the server is restored from its backup', { isAll: false }],
      ['begins to exchange', { tablet: 0, by: 'first tab', ...plainly }],
    ],
  },
  {
    sentence: 'C19: a record that a restored server has lost goes when nothing of this device waits over it any more',
    server: 'ours',
    steps: [
      ['the server is backed up', { isAll: false }],
      ['makes a client', first],
      exchangeOf(0),
      exchangeOf(1),
      ['the office changes a field', { agent: '1', kind: 0, which: 3 }],
      ['changes a client', { ...second, which: 1 }],
      exchangeOf(1),
      ['the server is restored from its backup', { isAll: false }],
      exchangeOf(1),
      ['decides for theirs', second],
      ['logs in, perhaps as the other agent', { tablet: 0, agent: '1' }],
    ],
  },
  {
    sentence: 'C19: a server that was restored before a device had ever pulled is known for one',
    server: 'ours in batches',
    steps: [
      ['the server is backed up', { isAll: false }],
      ['makes a listing with its property, an open house and a photo', second],
      ['begins to exchange', { tablet: 1, by: 'first tab', ...plainly, latency: 40 }],
      exchangeOf(1, { fault: 3, target: 4 }),
      ['the server is restored from its backup', { isAll: false }],
      exchangeOf(0),
    ],
  },
  {
    sentence: 'C19: what only a wiped device remembered, nobody can ask a restored server for',
    server: 'ours',
    steps: [
      ['makes a listing with its property, an open house and a photo', second],
      ['the server is backed up', { isAll: false }],
      exchangeOf(1),
      ['the server is restored from its backup', { isAll: false }],
      ['logs out and wipes an empty device', { tablet: 1 }],
      ['the office writes more', { agent: '1', kind: 0, which: 0 }],
    ],
  },
  {
    sentence: 'C19, J9: what a restored server has lost is offered though the clock was set back since',
    server: 'ours in batches',
    steps: [
      ['the server is backed up', { isAll: false }],
      ['submits the same form twice', second],
      exchangeOf(1),
      ['writes more about a client', { ...second, which: 1 }],
      ['has its clock set', { tablet: 1, minutes: -1500 }],
      ['begins to exchange', { tablet: 1, by: 'first tab', ...plainly }],
      ['the server is restored from its backup', { isAll: false }],
      ['the office writes more', { agent: '1', kind: 0, which: 0 }],
    ],
  },
]
