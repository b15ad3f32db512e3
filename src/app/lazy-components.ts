import { createElement, type FunctionComponent, use, type ComponentType, lazy } from 'react'

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

/**
 * A component that is loaded when it is first drawn. When it cannot be loaded, as without a network before the worker
 * has kept the app's files, the page goes on without it: what is optional must not take the rest down.
 */
export function optionalChunk<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
}
