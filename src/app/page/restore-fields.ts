type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * WebKit empties fields with `autocomplete="off"` when a page returns from the back/forward cache, without an event, while
 * the form still holds their values. Puts back what they showed when the page was left.
 */
export function restoreFieldsOnReturn(): void {
  let leftFields: (() => void)[] = []
  addEventListener('pagehide', ({ persisted }) => {
    leftFields = persisted ? [...document.querySelectorAll<FormField>('input, textarea, select')].map(restorerOf) : []
  })
  addEventListener('pageshow', ({ persisted }) => {
    // It empties them in a task of its own, which is queued before this one.
    if (persisted) setTimeout(() => leftFields.splice(0).forEach((restore) => restore()))
  })
}

/** Returns what sets a field to what it shows now. */
function restorerOf(field: FormField): () => void {
  const { value } = field
  const checked = field instanceof HTMLInputElement && field.checked
  return () => {
    // A file stays chosen, and may not be set.
    if (field.type !== 'file' && field.value !== value) field.value = value
    if (field instanceof HTMLInputElement && field.checked !== checked) field.checked = checked
  }
}
