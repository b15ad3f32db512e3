import { Link } from '@tanstack/react-router'
import { type ComponentType, useId, useRef, useState } from 'react'
import { useConnection } from '#state/connection.ts'
import type { ClientRow } from '#storage/rows.ts'
import { useMinute } from '#storage/use-minute.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PhoneIcon, PlusIcon } from '#ui/icon.tsx'
import { LogForm } from './log-form.tsx'
import { StoryList } from './story-list.tsx'
import { useStory } from './story-queries.ts'
import styles from './client-story.module.css'

type ClientStoryProps = {
  client: ClientRow
  /** The form of a new showing with this client. */
  newShowing: ComponentType<{ id: string; client: ClientRow; onClose: () => void }>
}

/** Entries of the past that are shown at once. */
const shownAtOnce = 20

/** What is coming with a client and what was, and what can begin from here. */
export function ClientStory({ client, newShowing: NewShowing }: ClientStoryProps) {
  const story = useStory(client)
  const { today } = useMinute()
  const isPlain = useConnection(({ serverKind }) => serverKind === 'plain')
  const [shown, setShown] = useState(shownAtOnce)
  const showing = useInlineForm()
  const log = useInlineForm()
  const name = client.first_name || 'this client'
  const rest = (story?.past.length ?? 0) - shown
  return (
    <>
      <Card
        title="Coming"
        actions={
          <>
            <Button {...showing.opener}>
              <PlusIcon size={18} />
              New Showing
            </Button>
            <Link to="/tours/new" search={{ client: String(client.id ?? client.key) }} className={buttonClass()}>
              <PlusIcon size={18} />
              Plan a Tour
            </Link>
          </>
        }
      >
        {showing.isOpen && <NewShowing {...showing.form} client={client} />}
        {story !== undefined && story.coming.length > 0 && (
          <StoryList label="Coming" entries={story.coming} today={today} />
        )}
        {story?.coming.length === 0 && <p className={styles.nothing}>Nothing is planned with {name}.</p>}
      </Card>
      <Card
        title="History"
        actions={
          <Button {...log.opener}>
            <PhoneIcon size={18} />
            Log a Call
          </Button>
        }
      >
        {log.isOpen && <LogForm {...log.form} client={client} />}
        {isPlain && (
          <p className={styles.nothing}>
            The server of your office has no place for calls and notes. They stay on this device.
          </p>
        )}
        {story !== undefined && story.past.length > 0 && (
          <StoryList label="History" entries={story.past.slice(0, shown)} today={today} />
        )}
        {rest > 0 && (
          <Button variant="quiet" onClick={() => setShown(story?.past.length ?? shown)}>
            Show {rest} more
          </Button>
        )}
        {story?.past.length === 0 && (
          <p className={styles.nothing}>Calls, showings, tours and open houses with {name} will stand here.</p>
        )}
      </Card>
    </>
  )
}

/** A form inside a card that the card's own button opens and closes. */
function useInlineForm() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  return {
    isOpen,
    opener: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick: () => setIsOpen(!isOpen),
    },
    form: {
      id,
      onClose: () => {
        setIsOpen(false)
        // The form takes its focus away with it.
        button.current?.focus()
      },
    },
  }
}
