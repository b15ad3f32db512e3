import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeftIcon } from './icon.tsx'
import styles from './page-head.module.css'

/** Stands above a heading and leads back. */
export function BackLink({ children, ...link }: Pick<LinkProps, 'to' | 'params'> & { children: string }) {
  return (
    <Link {...link} className={styles.back}>
      <ArrowLeftIcon size={18} />
      {children}
    </Link>
  )
}
