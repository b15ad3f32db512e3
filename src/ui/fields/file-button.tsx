import { buttonClass } from '#ui/basics/button.tsx'
import styles from './file-button.module.css'

type FileButtonProps = { accept: string; isReading: boolean; onFile: (file: File) => void }

export function FileButton({ accept, isReading, onFile }: FileButtonProps) {
  return (
    <label className={buttonClass({ variant: 'primary', className: styles.file })} aria-busy={isReading || undefined}>
      {isReading ? 'Reading...' : 'Choose File'}
      <input
        type="file"
        accept={accept}
        disabled={isReading}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Empties the input: otherwise, choosing the same file again after correcting it would not fire `change`.
          currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}
