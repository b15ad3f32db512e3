import type { LocalKey } from '#core/sync/operation.ts'
import { EditHome } from '#records/homes/edit-home.tsx'
import { scopeOfEdit, useHome } from '#records/homes/home.ts'
import { Card } from '#ui/layout/card.tsx'

type EditPropertyProps = {
  propertyKey: LocalKey
  /** Saved or left. */
  onDone: () => void
}

/** A property that the agent added, with what the server refused of it marked (fault H2); nothing for one of the shared catalog. */
export function EditProperty({ propertyKey, onDone }: EditPropertyProps) {
  const home = useHome({ propertyKey })
  if (home === undefined || home.property === null || scopeOfEdit(home) !== 'property') return null
  return (
    <Card title="Edit home">
      <EditHome home={home} onDone={onDone} />
    </Card>
  )
}
