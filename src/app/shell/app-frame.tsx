import { AgentBar, type AgentBarProps } from './agent-bar.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { PageFrame, type PageFrameProps } from './page-frame.tsx'

type AppFrameProps = Omit<PageFrameProps, 'bar' | 'bottomBar'> & { agentBar: AgentBarProps }

/** The frame around a page, with the bars of an agent. */
export function AppFrame({ agentBar, ...page }: AppFrameProps) {
  return <PageFrame {...page} bar={<AgentBar {...agentBar} />} bottomBar={<BottomBar />} />
}
