import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

type CardProps = Omit<ComponentProps<'section'>, 'title' | 'ref'> & {
  /** What it is on the page; `article` for one record in a list. */
  element?: 'section' | 'article' | 'div'
  /** Heads the card and names its section. */
  title?: ReactNode
  /** Buttons on the right of the title. */
  actions?: ReactNode
  /** Without padding, for a table or a list that runs from edge to edge. */
  flush?: boolean | undefined
  /** Dashed: what it shows is only on this device. */
  pencil?: boolean | undefined
}

export function Card({
  element: Element = 'section',
  title,
  actions,
  flush,
  pencil,
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
      data-pencil={pencil || undefined}
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
