import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** PGlite's folder on disk with a working fsync. Without it, a power cut could undo a confirmed commit. */
export class DurableFileSystem extends NodeFS {
  /** How often PostgreSQL has synced a file or folder; the worker checks that a commit increases it. */
  fsyncs = 0

  override async init(pglite: PGlite, options: ModuleOptions): Promise<{ emscriptenOpts: ModuleOptions }> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const addFsync = (module: unknown): void => {
      const { FS, NODEFS } = module as EmscriptenModule
      NODEFS.stream_ops.fsync = (stream) => {
        this.fsyncs += 1
        // Emscripten opens a file descriptor for files only.
        if (FS.isDir(stream.node.mode)) fsyncFolder(NODEFS.realPath(stream.node))
        else fs.fsyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

/** PGlite's defaults without `-F`, which would disable fsync. */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

type ModuleOptions = Parameters<NodeFS['init']>[1]

type EmscriptenModule = {
  FS: { isDir(mode: number): boolean }
  NODEFS: {
    stream_ops: { fsync?: (stream: EmscriptenStream) => number }
    realPath(node: EmscriptenNode): string
  }
}
type EmscriptenNode = { mode: number }
type EmscriptenStream = { node: EmscriptenNode; nfd: number }

function fsyncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
