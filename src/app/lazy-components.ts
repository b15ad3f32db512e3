import { createElement, type FunctionComponent, use, type ComponentType, lazy } from 'react'

const notFetched = 'The files of this screen could not be fetched.'

/** Loads a screen on first use. If a file is missing, the router's own loader would reload the page, and without a network that leaves the app. */
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
        failure = new Error(notFetched, { cause })
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

export function isScreenLoadFailure(error: unknown): error is Error {
  return error instanceof Error && error.message === notFetched
}

/** Returns a component that loads on first render; if it cannot be loaded, for example offline, it renders nothing. */
export function optionalChunk<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
}
