/*
 * Broadcast channels connect the test files, which run in threads of one process: the live queries of a file would run again after writes
 * of another file to a database of the same name. Must be imported before Dexie.
 */
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
