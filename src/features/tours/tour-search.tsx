import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SearchField } from '#ui/search-field.tsx'

const searchDelayMs = 150

/** What is typed shows at once and asks a moment later; the address may also change it from outside. */
export function TourSearch({ value, onSearch }: { value: string; onSearch: (typed: string) => void }) {
  const [typed, setTyped] = useState({ text: value, for: value })
  const text = typed.for === value ? typed.text : value
  const router = useRouter()
  const [ownPath] = useState(() => router.latestLocation.pathname)

  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => {
      // A link that was pressed right after the last key is on its way already; a search must not call it back.
      if (router.latestLocation.pathname === ownPath) onSearch(text)
    }, searchDelayMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- each new text asks once; a new `onSearch` is not a new question
  }, [text, value])

  return (
    <SearchField
      label="Search tours"
      placeholder="Search by client, date or status"
      value={text}
      onChange={(event) => setTyped({ text: event.currentTarget.value, for: value })}
    />
  )
}
