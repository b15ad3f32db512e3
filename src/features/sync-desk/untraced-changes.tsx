import { atMomentInWords } from '#core/domain/moment-words.ts'
import { type Untraced, untracedFact } from '#core/sync/report-counts.ts'
import { useDevice } from '#storage/device-context.tsx'
import { useLiveQuery } from '#storage/use-live-query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

/** Changes that the server had confirmed and knows nothing of any more; nobody else would ever notice (fault J12). */
export function UntracedChanges({ now }: { now: number }) {
  const { database, replica } = useDevice()
  const fact = useLiveQuery(() => database.facts.get(untracedFact), [database])
  const untraced = (fact?.value ?? []) as Untraced[]
  if (untraced.length === 0) return null
  const [changes, they] = untraced.length === 1 ? ['one change', 'it'] : [`${untraced.length} changes`, 'them']
  return (
    <Banner tone="danger" role="alert">
      <p>
        <b>The server has lost {changes}.</b> It had confirmed {they}, and has no trace of {they} now. Look whether the
        records are as you left them, and tell whoever runs the server.
      </p>
      <ul>
        {untraced.map(({ opId, title, settledAt }) => (
          <li key={`${opId} ${settledAt}`}>
            {title}, sent {atMomentInWords(settledAt, now)}
          </li>
        ))}
      </ul>
      <Button onClick={() => void replica.transact('write', (store) => store.putFact(untracedFact, []))}>
        I have looked
      </Button>
    </Banner>
  )
}
