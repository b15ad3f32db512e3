import type { LocalKey } from '#core/sync/operation.ts'
import { useRecord } from '#records/use-record.ts'
import { useRefusal } from '#records/use-stuck-change.ts'
import { Card } from '#ui/card.tsx'
import { PropertyForm } from './property-form.tsx'

type EditPropertyProps = {
  propertyKey: LocalKey
  /** Saved or left. */
  onDone: () => void
}

/** A property that was added here and refused, with what was refused marked (fault H2); nothing when it is gone. */
export function EditProperty({ propertyKey, onDone }: EditPropertyProps) {
  const property = useRecord('property', propertyKey)
  const refusal = useRefusal('property', propertyKey)
  // The catalogue is shared: what the server has is not this agent's to change.
  if (!property || property.id !== undefined || refusal === undefined) return null
  return (
    <Card title="Edit the property">
      <PropertyForm property={property} refusal={refusal} onSaved={onDone} onCancel={onDone} />
    </Card>
  )
}
