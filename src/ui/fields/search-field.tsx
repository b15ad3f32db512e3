import { useEffect, type ComponentProps, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#ui/layout/class-names.ts'
import styles from './field.module.css'
import { SearchIcon } from '#ui/icons/icon.tsx'
import { useRouter } from '@tanstack/react-router'

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

type TypedSearchFieldProps = {
  label: string
  placeholder: string
  /** The search that is in force; may change from outside, as by *Clear* or by going back. */
  value: string
  onSearch: (words: string) => void
  onFocus?: () => void
}

/** Long enough not to search on every key, short enough to feel at once. */
const pauseMs = 100

/** Shows every key at once and searches when the typing pauses. */
export function TypedSearchField({ label, placeholder, value, onSearch, onFocus }: TypedSearchFieldProps) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const [ownPath] = useState(() => router.latestLocation.pathname)
  const search = useEffectEvent((words: string) => {
    // A link that was pressed right after the last key is on its way already; a search must not call it back.
    if (words !== value && router.latestLocation.pathname === ownPath) onSearch(words)
  })

  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => {
    // While somebody types, the address only follows; a late answer must not take letters back.
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
