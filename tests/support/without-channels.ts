/*
 * Test files run in threads of one process, where a broadcast channel connects them: Dexie would tell the live queries of one file about
 * writes to databases of the same name in others. Must be imported before Dexie.
 */
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
