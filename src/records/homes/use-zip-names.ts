import { useEffect, useState } from 'react'
import type { ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { loadZipNames } from '#storage/homes/zip-names.ts'

const noNames: ZipNames = () => null

/** The cities of ZIP codes; none until the table is read, which happens while the agent types the street. */
export function useZipNames(): ZipNames {
  const [names, setNames] = useState<{ cityOf: ZipNames }>({ cityOf: noNames })
  useEffect(() => void loadZipNames().then((cityOf) => setNames({ cityOf })), [])
  return names.cityOf
}
