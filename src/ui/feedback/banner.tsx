import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { CircleAlertIcon, CircleCheckIcon, WarningIcon, InfoIcon } from '#ui/icons/icon.tsx'

type BannerProps = {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  role?: 'status' | 'alert' | undefined
  children: ReactNode
}

export function Banner({ tone = 'info', role, children }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} role={role}>
      {tone === 'info' && <InfoIcon />}
      {tone === 'success' && <CircleCheckIcon />}
      {tone === 'warning' && <WarningIcon />}
      {tone === 'danger' && <CircleAlertIcon />}
      <div className={styles.words}>{children}</div>
    </div>
  )
}
