import { AgentBar, type AgentBarProps } from './agent-bar.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { PageFrame, type PageFrameProps } from './page-frame.tsx'

type AppFrameProps = AgentBarProps & Omit<PageFrameProps, 'bar' | 'bottomBar'>

/** The frame around a page, with the bars of an agent. */
export function AppFrame({ syncStatus, isCollapsed, onCollapse, onLogout, onFind, ...page }: AppFrameProps) {
  const agent = { syncStatus, isCollapsed, onCollapse, onLogout, onFind }
  return <PageFrame {...page} bar={<AgentBar {...agent} />} bottomBar={<BottomBar />} />
}
