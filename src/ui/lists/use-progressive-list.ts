import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns the first items, and twice as many after each render, so that a long list does not block input. Returns all items for print. */
export function useProgressiveList<Item>(items: readonly Item[], atFirst: number): readonly Item[] {
  const [drawn, setDrawn] = useState(atFirst)
  const isAll = drawn >= items.length

  useEffect(() => {
    if (isAll) return
    const drawAll = () => flushSync(() => setDrawn(Infinity))
    addEventListener('beforeprint', drawAll)
    startTransition(() => setDrawn(2 * Math.max(drawn, atFirst)))
    return () => removeEventListener('beforeprint', drawAll)
  }, [isAll, drawn, atFirst])

  return isAll ? items : items.slice(0, Math.max(drawn, atFirst))
}
