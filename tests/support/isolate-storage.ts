/*
 * Gives each test file an empty storage and its own modules. The files of a worker share everything else, which would take
 * longer to load than their tests run.
 */

import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'

globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = indexedDB
vi.resetModules()
