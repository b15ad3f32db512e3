import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Cut = 'before' | 'during' | 'answer'

export type CuttingProxy = {
  origin: string
  /** Calls `act` at that point of the first write after `passing` others. Resolves when it was called. */
  cutAt: (plan: { cut: Cut; passing: number; act: () => void }) => Promise<void>
  forget: () => void
  writes: () => number
  close: () => Promise<void>
}

/** Requests that change something, apart from signing in. */
const aWrite = /^(POST|PATCH|PUT|DELETE) \/api\/(?!users\/|errors\/)/

export async function startCuttingProxy(server: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(server)
  const open = new Set<Socket>()
  const plan = nextCut()
  let writes = 0

  const listening = createServer((page) => {
    const behind = connect(Number(port), hostname)
    let cutsAnswer: PlannedCut | null = null
    open.add(page)
    const end = () => {
      open.delete(page)
      page.destroy()
      behind.destroy()
    }
    for (const socket of [page, behind]) socket.on('error', end).on('close', end).setNoDelay(true)
    page.on('data', (chunk: Buffer) => {
      if (!aWrite.test(chunk.toString('latin1', 0, 200))) return void behind.write(chunk)
      const due = plan.due()
      if (due?.cut === 'before') return act(due)
      writes += 1
      behind.write(chunk)
      if (due?.cut === 'during') setTimeout(() => act(due), 1)
      else cutsAnswer = due
    })
    behind.on('data', (chunk: Buffer) => {
      if (cutsAnswer === null) return void page.write(chunk)
      page.write(chunk.subarray(0, Math.floor(chunk.length / 2)))
      act(cutsAnswer)
      cutsAnswer = null
    })
  })

  function act(due: PlannedCut): void {
    due.act()
    due.begun()
    // After the kill, nothing else arrives.
    for (const socket of open) socket.destroy()
  }

  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    cutAt: (wanted) =>
      new Promise((begun) => {
        plan.set({ ...wanted, begun })
      }),
    forget: () => plan.set(null),
    writes: () => writes,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => listening.close(resolve))
    },
  }
}

type PlannedCut = { cut: Cut; passing: number; act: () => void; begun: () => void }

function nextCut() {
  let plan: PlannedCut | null = null
  return {
    set: (next: PlannedCut | null) => {
      plan = next
    },
    due: (): PlannedCut | null => {
      if (plan === null) return null
      if (plan.passing > 0) {
        plan.passing -= 1
        return null
      }
      const due = plan
      plan = null
      return due
    },
  }
}
