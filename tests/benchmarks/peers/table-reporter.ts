import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

export type Cell = { peer: string; line: string; shown: string }

export default class TableReporter implements Reporter {
  private readonly cells: Cell[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    console.log(`${result.status === 'passed' ? 'measured' : result.status}: ${test.title}`)
    for (const { message } of result.errors) console.log(message)
    for (const { type, description } of result.annotations) {
      if (type === 'cell' && description !== undefined) this.cells.push(JSON.parse(description) as Cell)
    }
  }

  onStdOut(text: string | Buffer): void {
    process.stdout.write(text)
  }

  onEnd(): void {
    const lines = [...new Set(this.cells.map(({ line }) => line))]
    const peers = [...new Set(this.cells.map(({ peer }) => peer))]
    const shown = (peer: string, line: string) =>
      this.cells.find((cell) => cell.peer === peer && cell.line === line)?.shown ?? '–'
    console.log(`\n| 1,000 queued writes | ${lines.join(' | ')} |\n| --- |${' --- |'.repeat(lines.length)}`)
    for (const peer of peers) console.log(`| ${peer} | ${lines.map((line) => shown(peer, line)).join(' | ')} |`)
  }
}
