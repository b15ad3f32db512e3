import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import type { Figure } from './figure.ts'

export default class FiguresReporter implements Reporter {
  private readonly figures: Figure[] = []
  private readonly broken: string[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    console.log(`${result.status === 'passed' ? 'measured' : result.status}: ${test.title}`)
    if (result.status !== 'passed')
      this.broken.push(`${test.title}\n${result.errors.map(({ message }) => message).join('\n')}`)
    for (const { type, description } of result.annotations) {
      if (type === 'figure' && description !== undefined) this.figures.push(JSON.parse(description) as Figure)
    }
  }

  onEnd(_result: FullResult): void {
    const rows = this.figures.map((figure) => [
      figure.what,
      `${shown(figure.value)} ${figure.unit}`,
      target(figure),
      verdict(figure),
      figure.note ?? '',
    ])
    const table = [['what', 'measured', 'target', '', 'note'], ...rows]
    const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)))
    console.log('')
    for (const row of table)
      console.log(
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
    for (const problem of this.broken) console.log(`\nNot measured: ${problem}`)
  }
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}

function target({ atMost, atLeast, unit }: Figure): string {
  if (atMost !== undefined) return `≤ ${atMost} ${unit}`
  return atLeast === undefined ? '' : `≥ ${atLeast} ${unit}`
}

function verdict({ value, atMost, atLeast }: Figure): string {
  if (atMost === undefined && atLeast === undefined) return ''
  return value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity) ? 'met' : 'MISSED'
}
