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
  /** The number of records, as text; announced when it changes. */
  count: string
  /** Hides the add button, because the empty state has one. */
  isEmpty: boolean
  add: { to: NonNullable<LinkProps['to']>; icon: ReactNode; label: string }
  search: ComponentProps<typeof TypedSearchField>
  /** Class name of the row that has the search field and `children`. */
  toolsClass?: string | undefined
  children: ReactNode
}

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

export function SortButtons({ children }: { children: ReactNode }) {
  return (
    <div className={styles.sorts} role="group" aria-label="Sort">
      {children}
    </div>
  )
}

export type SortDirection = 'ascending' | 'descending'

type ToggleSortProps = {
  label: string
  /** Undefined while the list is sorted by another field. */
  direction: SortDirection | undefined
  /** What screen readers announce for each direction. */
  words: Record<SortDirection, string>
  onClick: () => void
}

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
