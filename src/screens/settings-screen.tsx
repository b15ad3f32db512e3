import { getRouteApi } from '@tanstack/react-router'
import { ApiTokensCard, CalendarFeedCard } from '#features/account/settings/access-cards.tsx'
import { CloseAccountCard, SignOutCard } from '#features/account/settings/leave-account-cards.tsx'
import { ExportCard } from '#features/account/settings/export-card.tsx'
import { InstallSettings, AppearanceCard } from '#features/account/settings/app-settings.tsx'
import { ProfileForm, ReadOnlyProfile } from '#features/account/settings/profile-form.tsx'
import { SecurityCards } from '#features/account/settings/security-cards.tsx'
import { settingsTabOf, type SettingsTab } from '#features/account/settings/settings-search.ts'
import { StorageCard, LockedAgentsCard, PhotosCard } from '#features/account/settings/device-cards.tsx'
import { BackupCard } from '#features/backup/backup-card.tsx'
import { RestorePage } from '#features/backup/restore-page.tsx'
import { ErrorHelpCard } from '#features/errors/error-help-buttons.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import { buildVersion } from '#state/build-version.ts'
import { useIsPlainServer } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { BackLink } from '#ui/lists/back-link.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import styles from './settings-screen.module.css'

const route = getRouteApi('/workspace/settings')

export function SettingsScreen() {
  const search = route.useSearch()
  const isPlain = useIsPlainServer()
  const requestedTab = settingsTabOf(search)
  const tab = isPlain && requestedTab === 'tokens' ? 'profile' : requestedTab
  const navigate = route.useNavigate()
  if (search.restore === true) return <RestoreScreen />
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs<SettingsTab>
        label="Settings"
        value={tab}
        onValueChange={(next) =>
          void navigate({ search: next === 'profile' ? {} : { tab: next }, replace: true, resetScroll: false })
        }
        tabs={[
          {
            value: 'profile',
            label: 'Profile',
            content: <ProfileCards />,
          },
          {
            value: 'app',
            label: 'App',
            content: <AppCards />,
          },
          {
            value: 'data',
            label: 'Data',
            content: <DataCards />,
          },
          ...(isPlain ? [] : [{ value: 'tokens' as const, label: 'API', content: <ApiCards /> }]),
        ]}
      />
    </>
  )
}

function RestoreScreen() {
  return (
    <>
      <PageHeader
        back={
          <BackLink to="/settings" search={{ tab: 'data' }}>
            Back to Settings
          </BackLink>
        }
        title="Restore a Backup"
      />
      <RestorePage />
    </>
  )
}

function ProfileCards() {
  const user = useSession((session) => session.user)
  const isPlain = useIsPlainServer()
  // A plain server has no calls to edit the account.
  const editableUser = isPlain ? null : user
  return (
    <div className={styles.cards} data-columns>
      {isPlain && user !== null && <ReadOnlyProfile user={user} />}
      {editableUser !== null && <ProfileForm user={editableUser} key={editableUser.id} />}
      {editableUser !== null && <SecurityCards user={editableUser} />}
      <SignOutCard />
      {editableUser !== null && <CloseAccountCard />}
    </div>
  )
}

function AppCards() {
  return (
    <div className={styles.cards} data-columns>
      <AppearanceCard />
      <InstallSettings />
      <ErrorHelpCard />
      <p className={styles.version}>Fanlight, version {buildVersion}</p>
    </div>
  )
}

function DataCards() {
  const isPlain = useIsPlainServer()
  return (
    <div className={styles.cards} data-columns>
      <HideFollowingUntilLoaded />
      <StorageCard />
      <PhotosCard />
      <BackupCard />
      <ExportCard />
      {!isPlain && <CalendarFeedCard />}
      <LockedAgentsCard />
    </div>
  )
}

function ApiCards() {
  return (
    <div className={styles.cards} data-columns>
      <ApiTokensCard />
      <p className={styles.version}>
        For your own programs: <a href="/api/docs/">the API reference</a>
      </p>
    </div>
  )
}
