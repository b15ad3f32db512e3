import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeftIcon } from '#ui/icons/icon.tsx'
import { keptPlace } from './kept-places.ts'
import styles from '#ui/layout/page-header.module.css'

type BackLinkProps = Pick<LinkProps, 'params' | 'search'> & { to: NonNullable<LinkProps['to']>; children: string }

/** Stands above a heading and leads back, to a list as it was left. */
export function BackLink({ to, children, ...link }: BackLinkProps) {
  const kept: LinkProps = keptPlace(to)
  return (
    <Link {...link} {...kept} className={styles.back}>
      <ArrowLeftIcon size={18} />
      {children}
    </Link>
  )
}
