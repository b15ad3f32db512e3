import { create } from 'zustand'

const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** Stored per browser, not per agent. The theme is light until one is chosen. */
type Preferences = {
  theme: Theme
  sidebarCollapsed: boolean
  /** Whether single keys without Ctrl are shortcuts. The agent can turn them off: speech input presses keys by accident (WCAG 2.1.4). */
  hasSingleKeyShortcuts: boolean
  listingsAsTable: boolean
}

/** `index.html` reads this key before the first paint. */
const themeKey = 'fanlight:theme'
const listingsAsTableKey = 'fanlight:listings-as-table'
const singleKeysKey = 'fanlight:single-keys'
const sidebarCollapsedKey = 'fanlight:sidebar-collapsed'

export const usePreferences = create<Preferences>(() => ({
  theme: themes.find((theme) => theme === read(themeKey)) ?? 'light',
  sidebarCollapsed: read(sidebarCollapsedKey) === 'true',
  hasSingleKeyShortcuts: read(singleKeysKey) !== 'false',
  listingsAsTable: read(listingsAsTableKey) === 'true',
}))

export function chooseTheme(theme: Theme): void {
  write(themeKey, theme)
  usePreferences.setState({ theme })
}

export function collapseSidebar(sidebarCollapsed: boolean): void {
  write(sidebarCollapsedKey, String(sidebarCollapsed))
  usePreferences.setState({ sidebarCollapsed })
}

export function chooseSingleKeys(hasSingleKeyShortcuts: boolean): void {
  write(singleKeysKey, String(hasSingleKeyShortcuts))
  usePreferences.setState({ hasSingleKeyShortcuts })
}

export function showListingsAsTable(listingsAsTable: boolean): void {
  write(listingsAsTableKey, String(listingsAsTable))
  usePreferences.setState({ listingsAsTable })
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage, a preference lasts until the page is closed.
  }
}
