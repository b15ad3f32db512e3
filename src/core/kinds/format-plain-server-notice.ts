import { type EntityName, kinds } from './all-kinds.ts'

/** The notice about work that a plain server cannot store; null if the server can, or if it lists no records of this kind. */
export function formatPlainServerNotice(entity: EntityName, work: 'create' | 'update' | 'delete'): string | null {
  const { onPlainServers, nameOnScreen } = kinds[entity]
  if (onPlainServers.list === 'none' || onPlainServers[work] === 'synced') return null
  const those = nameOnScreen === 'property' ? 'properties' : `${nameOnScreen}s`
  switch (work) {
    case 'create':
      return `Your office’s server takes no new ${those} from this app. This one stays on this device.`
    case 'update':
      return `Your office’s server cannot change ${those}. What you change stays on this device.`
    case 'delete':
      return `Your office’s server cannot delete ${those}. This one is hidden on this device only.`
  }
}
