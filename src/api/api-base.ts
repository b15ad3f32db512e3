/** Returns the absolute URL of the API. It must end with a slash, because the paths of calls are resolved against it. */
export function apiBase(): string {
  return new URL(import.meta.env.VITE_API_BASE ?? '/api/', location.href).href
}
