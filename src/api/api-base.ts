export function apiBase(): string {
  return new URL(import.meta.env.VITE_API_BASE ?? '/api/', location.href).href
}
