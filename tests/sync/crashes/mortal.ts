/** A tab or a worker of a device, as the system sees it: it can be frozen, and it can end at any moment. */
export type Mortal = {
  /** What it is, for the place where it died: `tab`, `worker`. */
  name: string
  isAlive: () => boolean
  /** Resolves when it ends. */
  died: Promise<void>
  end: () => void
  /** Resolves at once, or when the system wakes it. */
  awake: () => Promise<void>
  freeze: () => void
  thaw: () => void
}

export function mortal(name: string): Mortal {
  let isAlive = true
  let end = () => {}
  let thaw = () => {}
  let awake: Promise<void> = Promise.resolve()
  const died = new Promise<void>((resolve) => {
    end = () => {
      isAlive = false
      resolve()
    }
  })
  return {
    name,
    isAlive: () => isAlive,
    died,
    end: () => end(),
    awake: () => awake,
    freeze: () => {
      awake = new Promise((resolve) => {
        thaw = resolve
      })
    },
    thaw: () => thaw(),
  }
}

/** What the dead wait for. */
export function never<Value>(): Promise<Value> {
  return new Promise(() => {})
}
