type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Restores fields with `autocomplete="off"`, which WebKit empties when a page returns from the back/forward cache. */
export function restoreFieldsOnReturn(): void {
  let restorers: (() => void)[] = []
  addEventListener('pagehide', ({ persisted }) => {
    restorers = persisted ? [...document.querySelectorAll<FormField>('input, textarea, select')].map(restorerOf) : []
  })
  addEventListener('pageshow', ({ persisted }) => {
    // WebKit empties the fields in a task; the timeout is queued behind it.
    if (persisted) setTimeout(() => restorers.splice(0).forEach((restore) => restore()))
  })
}

function restorerOf(field: FormField): () => void {
  const { value } = field
  const checked = field instanceof HTMLInputElement && field.checked
  return () => {
    // A file input keeps its file, and its value cannot be set.
    if (field.type !== 'file' && field.value !== value) field.value = value
    if (field instanceof HTMLInputElement && field.checked !== checked) field.checked = checked
  }
}
