const settingsTabs = ['profile', 'app', 'data', 'tokens'] as const
export type SettingsTab = (typeof settingsTabs)[number]
/** `restore`: the restore page replaces the tabs. */
export type SettingsSearch = { tab?: SettingsTab; restore?: boolean }

export function settingsTabOf({ tab }: SettingsSearch): SettingsTab {
  return settingsTabs.find((name) => name === tab) ?? 'profile'
}
