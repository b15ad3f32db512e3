import type { StoreApi } from 'zustand'

const modules = import.meta.glob<Record<string, unknown>>(['../../src/state/*.ts', '../../src/app/workspace.ts'], {
  eager: true,
})
const stores = Object.values(modules).flatMap((module) => Object.values(module).filter(isStore))

/** Resets the page's state, except what the browser has stored. */
export function forgetState(): void {
  for (const store of stores) store.setState(store.getInitialState(), true)
}

function isStore(value: unknown): value is StoreApi<unknown> {
  return typeof value === 'function' && 'getInitialState' in value
}
