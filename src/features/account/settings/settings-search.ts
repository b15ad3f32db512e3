const settingsTabs = ['profile', 'app', 'data', 'tokens'] as const
export type SettingsTab = (typeof settingsTabs)[number]
/** `restore`: a backup is read in the place of the tabs. */
export type SettingsSearch = { tab?: SettingsTab; restore?: boolean }

/** Which tab is open, from the address, where the first one is not written. */
export function settingsTabOf({ tab }: SettingsSearch): SettingsTab {
  return settingsTabs.find((name) => name === tab) ?? 'profile'
}
