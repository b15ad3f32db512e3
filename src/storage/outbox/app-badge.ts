/** Shows the number of unsent changes on the installed app's icon (fault B12). */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // Some systems refuse badges. The app itself also shows the count.
  const updating = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  updating.catch(() => {})
}
