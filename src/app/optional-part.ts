import { type ComponentType, lazy } from 'react'

/**
 * A component that is loaded when it is first drawn. When it cannot be loaded, as without a network before the worker
 * has kept the app's files, the page goes on without it: what is optional must not take the rest down.
 */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
}
