const settingsTabs = ['profile', 'app', 'data', 'tokens'] as const
export type SettingsTab = (typeof settingsTabs)[number]
/** The URL's search of the settings page. `restore`: the page shows *Restore* in place of the tabs. */
export type SettingsSearch = { tab?: SettingsTab; restore?: boolean }

export function settingsTabOf({ tab }: SettingsSearch): SettingsTab {
  return settingsTabs.find((name) => name === tab) ?? 'profile'
}
