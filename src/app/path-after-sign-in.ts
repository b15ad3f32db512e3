/** Where a signed-in agent goes: to the page that asked for the sign-in, never to another site, else to the dashboard. */
export function pathAfterSignIn(next: string | undefined): string {
  const isOurs = next !== undefined && /^\/(?![/\\])/.test(next) && !/^\/(login|register)([/?#]|$)/.test(next)
  return isOurs ? next : '/dashboard'
}
