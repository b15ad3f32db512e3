import { useEffect, type ComponentProps, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './field.module.css'
import { SearchIcon } from '#ui/icons/icon.tsx'
import { useRouter } from '@tanstack/react-router'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'aria-label'> & {
  /** Required, because a placeholder is not an accessible name. */
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

type TypedSearchFieldProps = {
  label: string
  placeholder: string
  /** The current search; may change from outside, by *Clear* or Back. */
  value: string
  onSearch: (words: string) => void
  onFocus?: () => void
}

/** Long enough not to search on every keystroke, short enough to feel immediate. */
const pauseMs = 100

/** Calls `onSearch` while the agent types, after each short pause. */
export function TypedSearchField({ label, placeholder, value, onSearch, onFocus }: TypedSearchFieldProps) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const [ownPath] = useState(() => router.latestLocation.pathname)
  const search = useEffectEvent((words: string) => {
    // A search changes the URL. If the agent has already followed a link, the search would lead back to this page.
    if (words !== value && router.latestLocation.pathname === ownPath) onSearch(words)
  })

  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => {
    // While the agent types, a late `value` must not replace newer letters.
    if (document.activeElement !== input.current) setText(value)
  }, [value])

  return (
    <SearchField
      ref={input}
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={onFocus}
    />
  )
}
