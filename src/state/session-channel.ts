const channelName = 'fanlight-session'

/** For browsers without BroadcastChannel: writing this key fires a storage event in other tabs; its value is not read. */
const changedAtKey = 'fanlight:session-changed-at'

const hasChannels = () => typeof BroadcastChannel !== 'undefined'

/** Notifies other tabs that the agent has signed in or out. With BroadcastChannel, listeners in this tab are called, too. */
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
    // Without storage, each tab checks its session with the server.
  }
}

export function onSessionChange(listener: () => void): () => void {
  if (!hasChannels()) {
    const onStorage = ({ key }: StorageEvent) => key === changedAtKey && listener()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', listener)
  return () => channel.close()
}
