import { Button } from '#ui/basics/button.tsx'
import { thenMoveFocus } from '#ui/lists/focus-next-row.ts'

type DoneProps = {
  /** Whom or what it is about, for screen readers. */
  about: string
  onPress: () => void
}

/** Ticks a row off, which goes then. */
export function Done({ about, onPress }: DoneProps) {
  return (
    <Button aria-label={`Done: ${about}`} data-press="once" onClick={thenMoveFocus(() => onPress())}>
      Done
    </Button>
  )
}
