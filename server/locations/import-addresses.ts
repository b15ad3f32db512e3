import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { linesOfSkipped } from '#server/properties/import-report.ts'
import { upsertAddresses, type StoredAddress } from './addresses-repository.ts'
import { readAddressFile, type AddressDefaults } from './read-address-file.ts'
import { formatNumber } from '#core/format/numbers.ts'

/** Small, because the embedded database runs one statement at a time, and requests wait for it. */
const rowsAtOnce = 1000
const progressEvery = 100_000
/** How many skipped lines the report lists; limits the memory for files with many invalid lines. */
const maxListed = 100

type Import = {
  file: string
  defaults: AddressDefaults
  print: (line: string) => void
  signal: AbortSignal
}

/** Imports a file of addresses and returns the report's lines. Each batch is committed, so an interrupted import can be repeated. */
export async function importAddressFile(
  db: Kysely<Tables>,
  { file, defaults, print, signal }: Import,
): Promise<string[]> {
  const counts = { lines: 0, addresses: 0, added: 0, changed: 0, skipped: 0 }
  const listed: { line: number; reasons: string[] }[] = []
  let unstored: StoredAddress[] = []
  const store = async (): Promise<void> => {
    signal.throwIfAborted()
    const { added, changed } = await upsertAddresses(db, unstored)
    counts.added += added
    counts.changed += changed
    unstored = []
  }
  for await (const { lines, addresses, skipped } of readAddressFile(file, defaults)) {
    const before = counts.lines
    counts.lines += lines
    counts.addresses += addresses.length
    counts.skipped += skipped.length
    listed.push(...skipped.slice(0, maxListed - listed.length))
    unstored.push(...addresses)
    if (unstored.length >= rowsAtOnce) await store()
    if (Math.floor(counts.lines / progressEvery) > Math.floor(before / progressEvery))
      print(`  ${formatNumber(counts.lines)} lines read …`)
  }
  if (unstored.length > 0) await store()
  await sql`analyze addresses`.execute(db)
  return [reportLine(path.basename(file), counts), ...linesOfSkipped(listed, counts.skipped)]
}

function reportLine(
  file: string,
  {
    lines,
    addresses,
    added,
    changed,
    skipped,
  }: Record<'lines' | 'addresses' | 'added' | 'changed' | 'skipped', number>,
): string {
  const unchanged = addresses - added - changed
  const kinds = `${formatNumber(added)} new, ${formatNumber(changed)} moved, ${formatNumber(unchanged)} unchanged`
  return `${file}: ${formatNumber(lines)} lines read, ${formatNumber(addresses)} addresses (${kinds}), ${formatNumber(skipped)} skipped.`
}
