import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

type CardProps = Omit<ComponentProps<'section'>, 'title' | 'ref'> & {
  element?: 'section' | 'article' | 'div'
  title?: ReactNode
  actions?: ReactNode
  /** Without padding, for tables and lists that reach from edge to edge. */
  flush?: boolean | undefined
  /** A dashed border: the content is only on this device. */
  isUnsent?: boolean | undefined
}

export function Card({
  element: Element = 'section',
  title,
  actions,
  flush,
  isUnsent,
  className,
  children,
  ...rest
}: CardProps) {
  const titleId = useId()
  return (
    <Element
      aria-labelledby={title === undefined || rest['aria-label'] ? undefined : titleId}
      {...rest}
      className={classNames(styles.card, flush && styles.flush, className)}
      data-pencil={isUnsent || undefined}
    >
      {(title !== undefined || actions !== undefined) && (
        <header className={styles.header}>
          {title !== undefined && <h2 id={titleId}>{title}</h2>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </Element>
  )
}
