import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import styles from './import.module.css'

type FilesToImportProps = { files: readonly File[]; onChoose: (file: File) => void }

/** Offers each of several files, which are imported one by one. */
export function FilesToImport({ files, onChoose }: FilesToImportProps) {
  return (
    <Card title={files.length === 1 ? 'A file to import' : 'Files to import'}>
      <div className={styles.body}>
        <p>
          {files.length === 1
            ? 'It was shared with Fanlight and stays here'
            : 'Import them one at a time; the rest stay here'}{' '}
          until you share something else.
        </p>
        <div className={styles.buttons}>
          {files.map((file) => (
            <Button key={`${file.name} ${file.size} ${file.lastModified}`} onClick={() => onChoose(file)}>
              Import {file.name}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  )
}
