import { useEffect, useState } from 'react'
import type { AccountAnswer } from '#api/account-answer.ts'
import { useConnection } from '#state/connection.ts'

type OnServer<Value> = 'loading' | 'unreachable' | 'not-offered' | Value

/** Returns a value from the server, a function to reload it and one to set it. While offline, returns the last value. */
export function useServerValue<Value extends object>(
  read: () => Promise<AccountAnswer<Value>>,
): [OnServer<Value>, () => Promise<void>, (value: Value) => void] {
  const [value, setValue] = useState<OnServer<Value>>('loading')
  const isOffline = useConnection(({ state }) => state === 'offline')

  async function reload(): Promise<void> {
    const answer = await read()
    setValue((previous) => (answer.ok || typeof previous === 'string' ? valueIn(answer) : previous))
  }
  useEffect(() => {
    if (!isOffline) void reload()
    // oxlint-disable-next-line react/exhaustive-deps -- `read` is another function with each render, but reads the same
  }, [isOffline])
  return [value === 'loading' && isOffline ? 'unreachable' : value, reload, setValue]
}

function valueIn<Value>(answer: AccountAnswer<Value>): OnServer<Value> {
  if (answer.ok) return answer.value
  return answer.refusal.status === 404 ? 'not-offered' : 'unreachable'
}
