import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeftIcon } from '#ui/icons/icon.tsx'
import { linkToListPosition } from './list-positions.ts'
import styles from '#ui/layout/page-header.module.css'

type BackLinkProps = Pick<LinkProps, 'params' | 'search'> & { to: NonNullable<LinkProps['to']>; children: string }

/** A link back to a page; a list is shown with its last search and scroll position. */
export function BackLink({ to, children, ...link }: BackLinkProps) {
  const listLink: LinkProps = linkToListPosition(to)
  return (
    <Link {...link} {...listLink} className={styles.back}>
      <ArrowLeftIcon size={18} />
      {children}
    </Link>
  )
}
