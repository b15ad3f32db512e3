import { Button } from '#ui/basics/button.tsx'
import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

export type SortDirection = 'ascending' | 'descending'

type ToggleSortProps = {
  label: string
  /** `undefined` while the list is sorted by something else. */
  direction: SortDirection | undefined
  /** What each direction means here, such as "oldest first". */
  words: Record<SortDirection, string>
  onClick: () => void
}

/** Sorts by one thing; pressing again turns the order round. */
export function ToggleSort({ label, direction, words, onClick }: ToggleSortProps) {
  return (
    <Button aria-pressed={direction !== undefined} onClick={onClick}>
      {label}
      {direction === undefined && <ArrowUpDownIcon size={18} />}
      {direction === 'ascending' && <ArrowUpIcon size={18} />}
      {direction === 'descending' && <ArrowDownIcon size={18} />}
      {direction !== undefined && <VisuallyHidden>{words[direction]}</VisuallyHidden>}
    </Button>
  )
}
