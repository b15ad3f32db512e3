import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { placeOfPath } from './place-of-path.ts'

type PlaceLinkProps = {
  to: string
  className?: string | undefined
  title?: string | undefined
  'aria-label'?: string | undefined
  children: ReactNode
}

/** A link of a navigation that is `aria-current` on every page that belongs to its place. */
export function PlaceLink({ to, ...rest }: PlaceLinkProps) {
  const current = useLocation({ select: (location) => placeOfPath(location.pathname) })
  return <Link {...rest} to={to} activeOptions={{ exact: true }} aria-current={current === to ? 'page' : undefined} />
}
