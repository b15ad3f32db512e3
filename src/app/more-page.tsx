import { useConnection } from '#state/connection.ts'
import { chooseTheme, usePreferences } from '#state/preferences.ts'
import { useSession } from '#state/session.ts'
import { requestSignOut } from '#state/sign-out.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { More } from './shell/more.tsx'

/** What the phone's bottom bar has no room for, as a page. */
export function MorePage() {
  const { user } = useSession()
  const { theme } = usePreferences()
  const unsentCount = useConnection(({ waiting, needsYou }) => waiting + needsYou)
  const fullName = [user?.first_name, user?.last_name].filter(Boolean).join(' ')
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <>
      <PageHead title="More" />
      <More
        agentName={fullName || (user?.username ?? '')}
        unsentCount={unsentCount}
        isDark={isDark}
        onDarkChange={(dark) => chooseTheme(dark ? 'dark' : 'light')}
        onLogout={requestSignOut}
      />
    </>
  )
}
