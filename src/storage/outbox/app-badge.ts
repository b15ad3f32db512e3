/** The number on the installed app's icon: what is not on the server yet (fault B12). */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // Some systems refuse badges; the count stands in the app as well.
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  shown.catch(() => {})
}
