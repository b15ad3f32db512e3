import { useEffect, useState } from 'react'

let turns: Promise<unknown> = Promise.resolve()

/** False until it is the caller's turn: one in a frame, so that a page of many charts holds up no press while it draws them. */
export function useTurn(): boolean {
  const [isTurn, setIsTurn] = useState(false)
  useEffect(() => {
    let isWanted = true
    const frame = () => (isWanted ? new Promise((resolve) => requestAnimationFrame(resolve)) : undefined)
    turns = turns.then(frame).then(() => isWanted && setIsTurn(true))
    return () => {
      isWanted = false
    }
  }, [])
  return isTurn
}
