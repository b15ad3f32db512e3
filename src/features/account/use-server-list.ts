import { useEffect, useState } from 'react'
import type { AccountAnswer } from '#api/account-answer.ts'
import { useConnection } from '#state/connection.ts'

type ServerList<Item> = 'loading' | 'unreachable' | 'not-offered' | Item[]

/**
 * A list that only the server keeps, and how to read it again. It is asked for when the server can be reached again;
 * what is known meanwhile stays.
 */
export function useServerList<Item>(
  read: () => Promise<AccountAnswer<Item[]>>,
): [ServerList<Item>, () => Promise<void>] {
  const [list, setList] = useState<ServerList<Item>>('loading')
  const isOffline = useConnection(({ state }) => state === 'offline')

  async function readAgain(): Promise<void> {
    const answer = await read()
    setList((before) => (answer.ok || typeof before === 'string' ? listIn(answer) : before))
  }
  useEffect(() => {
    if (!isOffline) void readAgain()
    // oxlint-disable-next-line react/exhaustive-deps -- how it is read stays the same
  }, [isOffline])
  return [list === 'loading' && isOffline ? 'unreachable' : list, readAgain]
}

function listIn<Item>(answer: AccountAnswer<Item[]>): ServerList<Item> {
  if (answer.ok) return answer.value
  return answer.refusal.status === 404 ? 'not-offered' : 'unreachable'
}
