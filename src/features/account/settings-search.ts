const settingsTabs = ['profile', 'app', 'data', 'tokens'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** Which tab is open, from the address; the first one is not written there. */
export function readSettingsSearch(search: Record<string, unknown>): { tab?: SettingsTab } {
  const tab = settingsTabs.find((name) => name === search['tab'])
  return tab === undefined || tab === 'profile' ? {} : { tab }
}
