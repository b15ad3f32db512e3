import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/basics/button.tsx'
import { FilesToImport } from './files-to-import.tsx'
import styles from './import.module.css'
import { useShared } from './use-shared.ts'

/** What was shared with the app and is not used yet, where one file of it was imported. */
export function SharedRest() {
  const { photos, toImport, importOne } = useShared()
  return (
    <>
      {toImport.length > 0 && <FilesToImport files={toImport} onChoose={(file) => void importOne(file)} />}
      {photos.length > 0 && (
        <p className={styles.buttons}>
          <Link to="/shared" className={buttonClass()}>
            {photos.length === 1 ? 'Add the shared photo to a listing' : 'Add the shared photos to a listing'}
          </Link>
        </p>
      )}
    </>
  )
}
