import type { SentAgain } from '#core/sync/pulling/send-again.ts'
import { journalDays } from '#core/contract/sync-protocol.ts'
import { formatCount } from '#core/format/numbers.ts'

/** What happened to the server, and what has become of the changes that it had lost. */
export function sentAgainWords({ why, unchecked = [] }: SentAgain, count: number): { title: string; message: string } {
  const isOne = count === 1
  const changes = isOne ? '1 change' : `${count} changes`
  if (why === 'missing') {
    return {
      title: `The server had lost ${changes} although it had confirmed ${isOne ? 'it' : 'them'}.`,
      message: `${isOne ? 'It was' : 'They were'} sent again. Please tell the person who runs the server.`,
    }
  }
  const sent = count === 0 ? [] : [`${changes} made since then ${isOne ? 'was' : 'were'} sent again.`]
  const records = formatCount(unchecked.length, 'record is', 'records are')
  const older = `${records} older there than on this device, which remembers changes for ${journalDays} days only. Please check.`
  return {
    title: 'The server was restored from an older copy.',
    message: [...sent, ...(unchecked.length === 0 ? [] : [older])].join(' '),
  }
}
