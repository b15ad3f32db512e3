/*
 * Each file of tests has an empty storage and modules of its own. The files of a worker share all else, which would take
 * longer to load than their tests take.
 */

import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'

globalThis.indexedDB = new IDBFactory()
Dexie.dependencies.indexedDB = indexedDB
vi.resetModules()
