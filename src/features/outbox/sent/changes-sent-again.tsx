import { type SentAgain, sentAgainFact } from '#core/sync/pulling/send-again.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'
import { nothingChanged } from '#features/outbox/nothing-changed.ts'
import { sentAgainWords } from './sent-again-words.ts'

/** Changes that the server had confirmed and lost since; they went out again by themselves, and the agent may look (C19, J12). */
export function ChangesSentAgain() {
  const { database, replica } = useDevice()
  const fact = useLiveQuery(() => database.facts.get(sentAgainFact), [database])
  const told = (fact?.value ?? null) as SentAgain | null
  const asked = useLiveQuery(async () => {
    const asking = await database.outbox.where('state').anyOf('attention', 'conflict').toArray()
    return new Set(asking.map(({ opId }) => opId))
  }, [database])
  // What waits for the agent instead stands below with its own words.
  const changes = asked === undefined ? [] : (told?.changes ?? []).filter(({ opId }) => !asked.has(opId))
  const unchecked = told?.unchecked ?? []
  const count = changes.length + unchecked.length
  if (told === null || count === 0) return null
  const { title: happened, message } = sentAgainWords(told, changes.length)
  return (
    <Banner tone="info" role="status">
      <p>
        {happened} {message}
      </p>
      <details>
        <summary>{count === 1 ? 'Which one' : 'Which ones'}</summary>
        <ul>
          {changes.map(({ opId, title, what, kind }) => (
            <li key={opId}>
              {title}: {what ?? kindWords[kind]}
            </li>
          ))}
          {unchecked.map(({ entity, key, title, what }) => (
            <li key={`${entity} ${key}`}>
              {title}: {what}
            </li>
          ))}
        </ul>
      </details>
      <Button
        onClick={() =>
          void replica.transact('write', (store) => store.putFact(sentAgainFact, null)).catch(nothingChanged)
        }
      >
        OK
      </Button>
    </Banner>
  )
}

const kindWords = { create: 'New', update: 'Changed', delete: 'Deleted' }
