import { type DragEvent, useState } from 'react'
import { ChooseFile } from './choose-file.tsx'
import { ImportDone } from './import-done.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { KeptImports } from './kept-imports.tsx'
import styles from './import.module.css'
import { useImport } from './use-import.ts'
import { useIncomingFile } from './use-incoming-file.ts'

/** Brings people from another program: one thing after the other, and the imports that can still be undone. */
export function ImportPage() {
  const clients = useImport()
  const { step } = clients
  const [isOver, setIsOver] = useState(false)
  useIncomingFile((file) => step.at !== 'running' && clients.chooseFile(file))

  // Wherever it is dropped: the browser would leave the page to show the file.
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && step.at !== 'running') clients.chooseFile(file)
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
      {step.at === 'choose' && <ChooseFile {...step} onFile={clients.chooseFile} onPeople={clients.takePeople} />}
      {step.at === 'preview' && <ImportPreview {...step} clients={clients} />}
      {step.at === 'running' && <ImportProgress {...step} />}
      {step.at === 'done' && <ImportDone {...step} onAgain={clients.startOver} />}
      {step.at !== 'running' && <KeptImports onUndone={() => (step.at === 'done' ? clients.startOver() : undefined)} />}
    </div>
  )
}
