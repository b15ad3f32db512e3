import { useEffect, useState } from 'react'
import type { AccountAnswer } from '#api/account-answer.ts'
import { useConnection } from '#state/connection.ts'

type ServerValue<Value> = 'loading' | 'unreachable' | 'not-offered' | Value

/** Returns the value and functions to reload and set it. Once read, it stays if a later read fails. `not-offered`: the server answered 404. */
export function useServerValue<Value extends object>(
  read: () => Promise<AccountAnswer<Value>>,
): [ServerValue<Value>, () => Promise<void>, (value: Value) => void] {
  const [value, setValue] = useState<ServerValue<Value>>('loading')
  const isOffline = useConnection(({ state }) => state === 'offline')

  async function reload(): Promise<void> {
    const answer = await read()
    setValue((previous) => (answer.ok || typeof previous === 'string' ? valueOrReason(answer) : previous))
  }
  useEffect(() => {
    if (!isOffline) void reload()
    // oxlint-disable-next-line react/exhaustive-deps -- `read` is another function with each render, but reads the same
  }, [isOffline])
  return [value === 'loading' && isOffline ? 'unreachable' : value, reload, setValue]
}

function valueOrReason<Value>(answer: AccountAnswer<Value>): ServerValue<Value> {
  if (answer.ok) return answer.value
  return answer.refusal.status === 404 ? 'not-offered' : 'unreachable'
}
