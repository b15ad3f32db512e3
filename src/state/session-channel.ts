const channelName = 'fanlight-session'

/** Tells this browser's other tabs that somebody signed in or out here. */
export function announceSessionChange(): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, unlike a window
  channel.postMessage('changed')
  channel.close()
}

/** Calls back when another tab signed somebody in or out. Gives back how to stop. */
export function onSessionChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', listener)
  return () => channel.close()
}
