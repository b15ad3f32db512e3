/** Addresses that are the server's own and never the app's; one with a slash at its end stands for all below it. */
const serverPaths = ['/api/', '/photos/', '/calendar/', '/healthz', '/readyz', '/metrics'] as const

/** The same as patterns of a path with its query. */
export const serverPathPatterns: readonly RegExp[] = serverPaths.map((path) =>
  path.endsWith('/') ? new RegExp(`^${path}`) : new RegExp(`^${path}(?:\\?|$)`),
)
