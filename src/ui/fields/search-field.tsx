import type { ComponentProps } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './field.module.css'
import { SearchIcon } from '#ui/icons/icon.tsx'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'aria-label'> & {
  /** The accessible name; the placeholder is not one. */
  label: string
}

export function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <div className={classNames(styles.search, className)}>
      <SearchIcon />
      <input
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
        {...input}
        type="search"
        aria-label={label}
        className={styles.control}
      />
    </div>
  )
}
