import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { passFileOn } from '#state/incoming-file.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { keepOnlyShared, readShared, type SharedContent } from '#storage/sharing/shared-content.ts'
import { importPageOf } from './import-page-of.ts'

type Shared = {
  /** Undefined until it is read; null when nothing is waiting. */
  shared: SharedContent | null | undefined
  photos: File[]
  toImport: File[]
  /** Forgets all but these files. */
  keepOnly: (files: readonly File[]) => Promise<void>
  showOnly: (files: File[]) => void
  /** Takes one of the files to the import that it is for. */
  importOne: (file: File) => Promise<void>
}

/** What another app has shared with this one, and what was not used of it yet. */
export function useShared(): Shared {
  const { owner } = useDevice()
  const navigate = useNavigate()
  const [shared, setShared] = useState<SharedContent | null>()
  const keepOnly = useCallback((files: readonly File[]) => keepOnlyShared(owner, files), [owner])
  useEffect(() => {
    let isShown = true
    void readShared(owner)
      // What cannot be read cannot be used either.
      .catch(() => null)
      .then((found) => isShown && setShared(found))
    return () => {
      isShown = false
    }
  }, [owner])
  const files = shared?.files ?? []
  return {
    shared,
    photos: files.filter(isPhoto),
    toImport: files.filter((file) => !isPhoto(file)),
    keepOnly,
    showOnly: (left) => setShared({ text: '', files: left }),
    importOne: async (chosen) => {
      const { of, to } = await importPageOf(chosen)
      passFileOn({ file: chosen, of })
      await keepOnly(files.filter((other) => other !== chosen))
      await navigate({ to })
    },
  }
}

function isPhoto({ type }: File): boolean {
  return type.startsWith('image/')
}
