import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's folder on disk, with the one thing its own lacks: an fsync that reaches the disk.
 * Without it a commit that was answered can be gone after a power cut.
 */
export class DurableFileSystem extends NodeFS {
  /** How often the database asked for its bytes to be on disk. */
  fsyncs = 0

  override async init(pglite: PGlite, options: ModuleOptions): Promise<{ emscriptenOpts: ModuleOptions }> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const teachFsync = (module: unknown): void => {
      const { FS, NODEFS } = module as EmscriptenModule
      NODEFS.stream_ops.fsync = (stream) => {
        this.fsyncs += 1
        // A folder was never opened on our side, so it has no descriptor yet.
        if (FS.isDir(stream.node.mode)) fsyncFolder(NODEFS.realPath(stream.node))
        else fs.fsyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), teachFsync] } }
  }
}

/** What the database is started with: its defaults without `-F`, which would switch syncing off. */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

type ModuleOptions = Parameters<NodeFS['init']>[1]

/** The part of Emscripten's module that PGlite does not type. */
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
