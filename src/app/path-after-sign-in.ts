/** Where a signed-in agent goes: to the page that asked for the sign-in, never to another site, else to the dashboard. */
export function pathAfterSignIn(next: string | undefined): string {
  // An address loses its control characters when it is opened: behind a tab stands another host.
  const isOurs = next !== undefined && /^\/(?![/\\])\P{Cc}*$/u.test(next) && !/^\/(login|register)([/?#]|$)/.test(next)
  return isOurs ? next : '/dashboard'
}
