import { Link, useLocation } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { keptPlace } from '#ui/lists/kept-places.ts'
import { placeOfPath } from './place-of-path.ts'

type PlaceLinkProps = {
  to: string
  /** Which place of its bar a page belongs to. */
  placeOf?: (path: string) => string | undefined
  className?: string | undefined
  title?: string | undefined
  'aria-label'?: string | undefined
  children: ReactNode
}

/**
 * A link of a navigation that is `aria-current` on every page that belongs to its place. It leads back to where a list was
 * left; on its own page it first scrolls to the top, and from there shows the whole list again.
 */
export function PlaceLink({ to, placeOf = placeOfPath, ...rest }: PlaceLinkProps) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isHere = path === to
  function scrollUp(event: MouseEvent) {
    if (!isHere || window.scrollY === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    window.scrollTo({ top: 0 })
  }
  return (
    <Link
      {...rest}
      {...(isHere ? { to } : keptPlace(to))}
      onClick={scrollUp}
      activeOptions={{ exact: true }}
      aria-current={placeOf(path) === to ? 'page' : undefined}
    />
  )
}
