/**
 * Whether loading the page again would bring it back: the worker keeps it, or the server answers. Otherwise the browser
 * would show its own error page in place of the app.
 */
export async function canReload(): Promise<boolean> {
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null) return true
  return fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
