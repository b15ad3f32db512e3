import { createElement, type FunctionComponent, use } from 'react'

const outOfReach = 'The files of this screen could not be fetched.'

/**
 * A screen that is fetched when it is first wanted. The router's own way answers a missing file by loading the page
 * again, unasked; without a network, and before the worker keeps the app's files, that leaves the app. The error screen
 * has a better answer (`route-error.tsx`).
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
): FunctionComponent & { preload: () => Promise<void> } {
  let screen: FunctionComponent | null = null
  let failure: Error | null = null
  let loading: Promise<void> | null = null

  const preload = () =>
    (loading ??= load().then(
      (module) => {
        screen = module[name]
      },
      (cause: unknown) => {
        failure = new Error(outOfReach, { cause })
      },
    ))

  function Screen() {
    if (failure !== null) throw failure
    if (screen !== null) return createElement(screen)
    use(preload())
    return null
  }
  return Object.assign(Screen, { preload })
}

export function isOutOfReach(error: unknown): error is Error {
  return error instanceof Error && error.message === outOfReach
}
