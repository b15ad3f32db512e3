import { type DragEvent, useState, useEffect, useEffectEvent } from 'react'
import { ChooseFile } from './choose-file.tsx'
import { ImportPreview } from './import-preview.tsx'
import { KeptImports } from './kept-imports.tsx'
import styles from './import.module.css'
import type { ScreenKind } from './screen-kind.ts'
import { SharedRest } from './shared-files.tsx'
import { useImport, formatImported } from './use-import.ts'
import { Link } from '@tanstack/react-router'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { takeFocus } from '#ui/hooks/move-focus.ts'
import { Progress } from '#ui/feedback/progress.tsx'
import { passFileOn, useIncoming } from '#state/incoming-file.ts'
import { formatNumber } from '#core/format/numbers.ts'

type ImportPageProps = {
  screen: ScreenKind
  /** What is known of every line before a file is chosen. */
  given?: Readonly<Record<string, string>>
}

const nothing = {}

/** Brings records from another program: one thing after the other, and the imports that can still be undone. */
export function ImportPage({ screen, given = nothing }: ImportPageProps) {
  const running = useImport(screen, given)
  const { step, startOver } = running
  const [isOver, setIsOver] = useState(false)
  useIncomingFile(screen.kind.name, (file) => step.at !== 'running' && running.chooseFile(file))

  // Wherever it is dropped: the browser would leave the page to show the file.
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && step.at !== 'running') running.chooseFile(file)
  }

  return (
    <div
      className={styles.page}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {step.at === 'choose' && (
        <ChooseFile {...step} screen={screen} onFile={running.chooseFile} onSaid={running.takeSaid} />
      )}
      {step.at === 'preview' && <ImportPreview {...step} running={running} />}
      {step.at === 'running' && <ImportProgress {...step} />}
      {step.at === 'done' && <ImportDone {...step} screen={screen} onAgain={startOver} />}
      {step.at === 'done' && <SharedRest />}
      {step.at !== 'running' && (
        <KeptImports screen={screen} onUndone={() => (step.at === 'done' ? startOver() : undefined)} />
      )}
    </div>
  )
}

type ImportDoneProps = { screen: ScreenKind; made: number; merged: number; left: number; onAgain: () => void }

/** What an import did; the list below it has its *Undo*. */
function ImportDone({ screen, made, merged, left, onAgain }: ImportDoneProps) {
  return (
    <Card title={left > 0 ? 'Stopped' : 'Done'}>
      <div className={styles.body}>
        <div ref={takeFocus} tabIndex={-1}>
          <Banner tone={left > 0 ? 'warning' : 'success'}>
            {formatImported(screen, { made, merged })}
            {left > 0 && ` ${formatNumber(left)} were left out.`}
          </Banner>
        </div>
        <div className={styles.buttons}>
          <Link to={screen.shows.to} className={buttonClass({ variant: 'primary' })}>
            {screen.shows.words}
          </Link>
          <Button onClick={onAgain}>Import Another File</Button>
        </div>
      </div>
    </Card>
  )
}

type ImportProgressProps = { done: number; total: number; stop: () => void }

/** An import on its way; what it has saved stays when it is stopped. */
function ImportProgress({ done, total, stop }: ImportProgressProps) {
  return (
    <Card title="Importing">
      <div className={styles.body}>
        <Progress label="Import" value={done} max={total} />
        <p>
          {formatNumber(done)} of {formatNumber(total)}
        </p>
        <div className={styles.buttons}>
          <Button onClick={stop}>Stop</Button>
        </div>
      </div>
    </Card>
  )
}

/** Takes a file of this kind that was shared with the app, or opened with it. */
function useIncomingFile(kind: string, choose: (file: File) => void): void {
  const incoming = useIncoming((state) => state.incoming)
  const take = useEffectEvent(choose)
  useEffect(() => {
    if (incoming?.of !== kind) return
    passFileOn(null)
    take(incoming.file)
  }, [incoming, kind])
}
