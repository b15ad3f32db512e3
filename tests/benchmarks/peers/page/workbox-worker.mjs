import { Queue } from 'workbox-background-sync'

let running = 0

/** `replayRequests` removes a request from the queue while it is sent, so the queue is empty before the last answer. */
async function replay() {
  running += 1
  await queue.replayRequests().finally(() => (running -= 1))
}

const queue = new Queue('writes', { onSync: replay })

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') return
  event.respondWith(sentOrQueued(event.request))
})

async function sentOrQueued(request) {
  try {
    return await fetch(request.clone())
  } catch {
    await queue.pushRequest({ request })
    return Response.error()
  }
}

self.addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.data === 'size') event.waitUntil(queue.size().then((size) => port.postMessage(size + running)))
  // A replay stops at the first request that fails.
  else event.waitUntil(replay().then(...answered(port)))
})

function answered(port) {
  const answer = () => port.postMessage('over')
  return [answer, answer]
}
