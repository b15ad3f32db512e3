import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, Button } from '#ui/basics/button.tsx'
import styles from './placeholders.module.css'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { TypedSearchField } from '#ui/fields/search-field.tsx'
import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

type ListHeaderProps = {
  title: string
  /** How many there are, in words; told when it changes. */
  count: string
  /** Then the empty state has the button that makes the first one. */
  isEmpty: boolean
  /** Where one more is made, with an icon and the words for it. */
  add: { to: NonNullable<LinkProps['to']>; icon: ReactNode; label: string }
  search: ComponentProps<typeof TypedSearchField>
  /** How the tools stand, where not in a row. */
  toolsClass?: string | undefined
  /** Filters and orders, behind the search. */
  children: ReactNode
}

/** Above a list of records: how many there are, the way to one more, and what finds and orders them. */
export function ListHeader({
  title,
  count,
  isEmpty,
  add,
  search,
  toolsClass = styles.tools,
  children,
}: ListHeaderProps) {
  return (
    <>
      <PageHeader
        title={title}
        subtitle={<output>{count}</output>}
        actions={
          isEmpty ? undefined : (
            <Link to={add.to} className={buttonClass({ variant: 'primary' })} data-floating>
              {add.icon}
              {add.label}
            </Link>
          )
        }
      />
      <div className={toolsClass}>
        <TypedSearchField {...search} />
        {children}
      </div>
    </>
  )
}

/** The orders that a list can have; one of them is in force. */
export function Sorts({ children }: { children: ReactNode }) {
  return (
    <div className={styles.sorts} role="group" aria-label="Sort">
      {children}
    </div>
  )
}

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
