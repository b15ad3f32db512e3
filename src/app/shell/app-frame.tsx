import { AgentBar, type AgentBarProps } from './agent-bar.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { GuestBar } from './guest-bar.tsx'
import { PageFrame, type PageFrameProps } from './page-frame.tsx'

type AppFrameProps = AgentBarProps & Omit<PageFrameProps, 'bar' | 'bottomBar'> & { isSignedIn: boolean }

/** The frame around a page, with the bars of an agent or of a visitor. */
export function AppFrame({
  isSignedIn,
  syncStatus,
  isCollapsed,
  onCollapse,
  onLogout,
  onFind,
  ...page
}: AppFrameProps) {
  const agent = { syncStatus, isCollapsed, onCollapse, onLogout, onFind }
  return (
    <PageFrame
      {...page}
      bar={isSignedIn ? <AgentBar {...agent} /> : <GuestBar />}
      bottomBar={isSignedIn && <BottomBar />}
    />
  )
}
