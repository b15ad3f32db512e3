import { ChooseFile } from './choose-file.tsx'
import { ImportDone } from './import-done.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { KeptImports } from './kept-imports.tsx'
import styles from './import.module.css'
import { useImport } from './use-import.ts'

/** Brings people from another program: one thing after the other, and the imports that can still be undone. */
export function ImportPage() {
  const clients = useImport()
  const { step } = clients
  return (
    <div className={styles.page}>
      {step.at === 'choose' && <ChooseFile {...step} onFile={clients.chooseFile} onPeople={clients.takePeople} />}
      {step.at === 'preview' && <ImportPreview {...step} clients={clients} />}
      {step.at === 'running' && <ImportProgress {...step} />}
      {step.at === 'done' && <ImportDone {...step} onAgain={clients.startOver} />}
      {step.at !== 'running' && <KeptImports />}
    </div>
  )
}
