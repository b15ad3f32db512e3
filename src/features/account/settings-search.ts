const settingsTabs = ['profile', 'app', 'data', 'tokens'] as const
export type SettingsTab = (typeof settingsTabs)[number]
export type SettingsSearch = { tab?: SettingsTab }

/** Which tab is open, from the address, where the first one is not written. */
export function settingsTabOf({ tab }: SettingsSearch): SettingsTab {
  return settingsTabs.find((name) => name === tab) ?? 'profile'
}
