import { IconButton } from '#ui/basics/icon-button.tsx'
import { FirstIcon, LastIcon } from '#ui/icons/icon.tsx'
import styles from './pagination.module.css'

type PaginationProps = {
  /** Starts at 1. */
  page: number
  pageCount: number
  onPageChange: (page: number) => void
}

const maxPageButtons = 5

/** The first page, up to five pages around the current one, and the last. Renders nothing for a single page. */
export function Pagination({ page, pageCount, onPageChange }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav className={styles.pager} aria-label="Pagination">
      <IconButton boxed label="First page" aria-disabled={page === 1} onClick={() => page > 1 && onPageChange(1)}>
        <FirstIcon />
      </IconButton>
      {pageNumbersAround(page, pageCount).map((number) => (
        <IconButton
          key={number}
          className={styles.number}
          label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPageChange(number)}
        >
          {number}
        </IconButton>
      ))}
      <IconButton
        boxed
        label="Last page"
        aria-disabled={page === pageCount}
        onClick={() => page < pageCount && onPageChange(pageCount)}
      >
        <LastIcon />
      </IconButton>
    </nav>
  )
}

function pageNumbersAround(page: number, pageCount: number): number[] {
  const length = Math.min(maxPageButtons, pageCount)
  const first = Math.min(Math.max(1, page - Math.floor(maxPageButtons / 2)), pageCount - length + 1)
  return Array.from({ length }, (_, index) => first + index)
}
