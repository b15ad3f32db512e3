import { type DragEvent, useState } from 'react'
import { ChooseFile } from './choose-file.tsx'
import { ImportDone } from './import-done.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { KeptImports } from './kept-imports.tsx'
import styles from './import.module.css'
import type { ScreenKind } from './screen-kind.ts'
import { SharedRest } from './shared-rest.tsx'
import { useImport } from './use-import.ts'
import { useIncomingFile } from './use-incoming-file.ts'

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
