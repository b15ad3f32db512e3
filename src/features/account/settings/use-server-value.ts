import { useEffect, useState } from 'react'
import type { AccountAnswer } from '#api/account-answer.ts'
import { useConnection } from '#state/connection.ts'

type OnServer<Value> = 'loading' | 'unreachable' | 'not-offered' | Value

/** Returns a value from the server, a function to reload it and one to set it. Shows the last value while offline. */
export function useServerValue<Value extends object>(
  read: () => Promise<AccountAnswer<Value>>,
): [OnServer<Value>, () => Promise<void>, (value: Value) => void] {
  const [known, setKnown] = useState<OnServer<Value>>('loading')
  const isOffline = useConnection(({ state }) => state === 'offline')

  async function readAgain(): Promise<void> {
    const answer = await read()
    setKnown((before) => (answer.ok || typeof before === 'string' ? valueIn(answer) : before))
  }
  useEffect(() => {
    if (!isOffline) void readAgain()
    // oxlint-disable-next-line react/exhaustive-deps -- how it is read stays the same
  }, [isOffline])
  return [known === 'loading' && isOffline ? 'unreachable' : known, readAgain, setKnown]
}

function valueIn<Value>(answer: AccountAnswer<Value>): OnServer<Value> {
  if (answer.ok) return answer.value
  return answer.refusal.status === 404 ? 'not-offered' : 'unreachable'
}
