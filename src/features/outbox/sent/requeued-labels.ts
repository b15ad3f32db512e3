import type { RequeueReport } from '#core/sync/pulling/requeue-lost.ts'
import { journalDays } from '#core/contract/sync-protocol.ts'
import { formatCount } from '#core/format/numbers.ts'

/**
 * Returns the notification about changes that the server lost. `count` of them are sent again. `unchecked` are records that are older on
 * the server than here, although their changes are no longer in the journal: the agent must check them.
 */
export function formatRequeued(
  { why, unchecked = [] }: RequeueReport,
  count: number,
): { title: string; message: string } {
  const isOne = count === 1
  const changes = formatCount(count, 'change')
  if (why === 'missing') {
    return {
      title: `The server lost ${changes} that it had confirmed.`,
      message: `This device still has ${isOne ? 'it and sends it' : 'them and sends them'} again. Please tell your administrator.`,
    }
  }
  const sent = count === 0 ? [] : [`${changes} made since then ${isOne ? 'is' : 'are'} sent again.`]
  const records = formatCount(unchecked.length, 'record is', 'records are')
  const older = `${records} older on the server than on this device, and the changes are more than ${journalDays} days old, so they could not be sent again. Please check.`
  return {
    title: 'The server was restored from an older copy.',
    message: [...sent, ...(unchecked.length === 0 ? [] : [older])].join(' '),
  }
}
