import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * The first of a long list at once, so that the screen stands, and as many again each time those are drawn: all the rest in
 * one piece would keep a press waiting. Paper waits for nothing and gets all of it.
 */
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
