import type { Change } from '#core/contract/sync-protocol.ts'
import type { Agent } from './server.ts'

export async function wholeFeed(agent: Agent): Promise<Change[]> {
  const changes: Change[] = []
  let cursor = ''
  for (;;) {
    const answer = await agent.get(`/api/sync/changes/?cursor=${encodeURIComponent(cursor)}`)
    if (answer.status !== 200) throw new Error(`Pulling answered ${answer.status}: ${answer.text}`)
    changes.push(...answer.body.changes)
    if (!answer.body.has_more) return changes
    cursor = answer.body.cursor
  }
}
