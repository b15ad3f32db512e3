import { getRouteApi } from '@tanstack/react-router'
import { ApiTokensCard } from '#features/account/api-tokens-card.tsx'
import { AppearanceCard } from '#features/account/appearance-card.tsx'
import { CalendarFeedCard } from '#features/account/calendar-feed-card.tsx'
import { CloseAccountCard } from '#features/account/close-account-card.tsx'
import { ExportCard } from '#features/account/export-card.tsx'
import { InstallSettings } from '#features/account/install-settings.tsx'
import { LockedAgentsCard } from '#features/account/locked-agents-card.tsx'
import { PhotosCard } from '#features/account/photos-card.tsx'
import { ProfileForm } from '#features/account/profile-form.tsx'
import { SecurityCards } from '#features/account/security-cards.tsx'
import { settingsTabOf, type SettingsTab } from '#features/account/settings-search.ts'
import { SignOutCard } from '#features/account/sign-out-card.tsx'
import { StorageCard } from '#features/account/storage-card.tsx'
import { BackupCard } from '#features/backup/backup-card.tsx'
import { RestorePage } from '#features/backup/restore-page.tsx'
import { ErrorHelpCard } from '#features/errors/error-help-card.tsx'
import { UntilRead } from '#records/until-read.tsx'
import { buildVersion } from '#state/build-version.ts'
import { useConnection } from '#state/connection.ts'
import { useSession } from '#state/session.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Banner } from '#ui/banner.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tabs } from '#ui/tabs.tsx'
import styles from './settings-screen.module.css'

const route = getRouteApi('/workspace/settings')

export function SettingsScreen() {
  const search = route.useSearch()
  const tab = settingsTabOf(search)
  const navigate = route.useNavigate()
  if (search.restore === true) return <RestoreScreen />
  return (
    <>
      <PageHead title="Settings" />
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
          {
            value: 'tokens',
            label: 'API',
            content: <ApiCards />,
          },
        ]}
      />
    </>
  )
}

function RestoreScreen() {
  return (
    <>
      <PageHead
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
  const isPlain = useConnection(({ serverKind }) => serverKind === 'plain')
  return (
    <div className={styles.cards} data-columns>
      {isPlain && (
        <Banner>
          Your office’s server manages accounts by itself. It may refuse a change of your profile, password or account.
        </Banner>
      )}
      {user !== null && <ProfileForm user={user} key={user.id} />}
      {user !== null && <SecurityCards user={user} />}
      <SignOutCard />
      {user !== null && <CloseAccountCard />}
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
  return (
    <div className={styles.cards} data-columns>
      <UntilRead />
      <StorageCard />
      <PhotosCard />
      <BackupCard />
      <ExportCard />
      <CalendarFeedCard />
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
