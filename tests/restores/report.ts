export type Report = {
  days: number
  restores: number
  saved: number
  sentAgain: number
  decided: number
  lost: string[]
  doubled: string[]
  mixedUp: string[]
  stuck: string[]
  /** Actions that a screen prevented, such as a press on a button under a toast; they are no faults. */
  stumbles: string[]
}

export function faultsOf({ lost, doubled, mixedUp, stuck }: Report): string[] {
  return [
    ...lost.map((fault) => `lost: ${fault}`),
    ...doubled.map((fault) => `doubled: ${fault}`),
    ...mixedUp.map((fault) => `mixed up: ${fault}`),
    ...stuck.map((fault) => `stuck: ${fault}`),
  ]
}

export function formatReport(report: Report): string {
  const { days, restores, saved, sentAgain, decided, stumbles, lost, doubled, mixedUp, stuck } = report
  return `${days} days, ${restores} restores, ${saved} records and words saved, ${sentAgain} changes sent again, ${decided} decisions, ${stumbles.length} stumbles: ${lost.length} lost, ${doubled.length} doubled, ${mixedUp.length} mixed up, ${stuck.length} stuck`
}

export function mergeReports(reports: readonly Report[]): Report {
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
  return {
    days: sum(({ days }) => days),
    restores: sum(({ restores }) => restores),
    saved: sum(({ saved }) => saved),
    sentAgain: sum(({ sentAgain }) => sentAgain),
    decided: sum(({ decided }) => decided),
    lost: reports.flatMap(({ lost }) => lost),
    doubled: reports.flatMap(({ doubled }) => doubled),
    mixedUp: reports.flatMap(({ mixedUp }) => mixedUp),
    stuck: reports.flatMap(({ stuck }) => stuck),
    stumbles: reports.flatMap(({ stumbles }) => stumbles),
  }
}
