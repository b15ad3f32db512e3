const channelName = 'fanlight-session'

/** Written where there are no channels: the other tabs hear of it, and what it says does not matter. */
const changedAtKey = 'fanlight:session-changed-at'

const hasChannels = () => typeof BroadcastChannel !== 'undefined'

/** Tells this browser's other tabs that somebody signed in or out here. */
export function announceSessionChange(): void {
  if (!hasChannels()) return announceInStorage()
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, unlike a window
  channel.postMessage('changed')
  channel.close()
}

function announceInStorage(): void {
  try {
    localStorage.setItem(changedAtKey, String(Date.now()))
  } catch {
    // Without storage each tab asks the server by itself.
  }
}

/** Calls `listener` when another tab changed who is signed in, until the returned function is called. */
export function onSessionChange(listener: () => void): () => void {
  if (!hasChannels()) {
    const hear = ({ key }: StorageEvent) => key === changedAtKey && listener()
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', listener)
  return () => channel.close()
}
