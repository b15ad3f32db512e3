import type { ReactNode } from 'react'
import { PageHead } from '#ui/layout/page-head.tsx'
import styles from './account-page.module.css'

type AccountPageProps = { title: string; subtitle: string; children: ReactNode }

/** The narrow page that sign-in and registration share. */
export function AccountPage({ title, subtitle, children }: AccountPageProps) {
  return (
    <div className={styles.page}>
      <PageHead title={title} subtitle={subtitle} />
      {children}
    </div>
  )
}
