import type { Fields } from '#core/contract/json.ts'
import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { OperationKind } from '#core/sync/operation.ts'

/** Returns the kind's name for the start of a sentence: 'Open house'. */
export function kindNameCapitalized(entity: EntityName): string {
  const { nameOnScreen } = kinds[entity]
  return nameOnScreen.charAt(0).toUpperCase() + nameOnScreen.slice(1)
}

/** Returns the kind's name: 'listing', or 'home' if `record` is a home to show. */
export function kindNameOnScreen(entity: EntityName, record?: object): string {
  const { nameOnScreen, nameOnScreenOf } = kinds[entity]
  return (record && nameOnScreenOf?.(record as Fields)) ?? nameOnScreen
}

/** Returns the kind's name as a heading: 'Open House'. */
export function kindNameAsHeading(entity: EntityName, record?: object): string {
  return kindNameOnScreen(entity, record).replaceAll(/\b\w/g, (letter) => letter.toUpperCase())
}

/** Returns the message for an operation of this kind that could not be saved or was refused; most texts are the specification's. */
export function failureMessageOf(entity: EntityName, kind: OperationKind): string {
  return failures[entity]?.[kind] ?? `Failed to ${kind} ${kinds[entity].nameOnScreen}. Please try again.`
}

const photoFailure = 'Failed to update listing. Please try again.' // A photo is changed in its listing's form.

const failures: Partial<Record<EntityName, Partial<Record<OperationKind, string>>>> = {
  property: { create: 'Failed to add the property. Please try again.' },
  listing_image: { create: photoFailure, update: photoFailure, delete: photoFailure },
  showing: checkDetailsMessages('showing', 'create'),
  open_house: checkDetailsMessages('open house', 'create'),
  open_house_visit: checkDetailsMessages('visitor', 'add'),
  appointment: checkDetailsMessages('appointment', 'create'),
  tour: { create: 'Failed to create tour.', update: 'Failed to update tour.' },
}

function checkDetailsMessages(nameOnScreen: string, create: string) {
  const advice = 'Please check the details and try again.'
  return {
    create: `Failed to ${create} ${nameOnScreen}. ${advice}`,
    update: `Failed to update ${nameOnScreen}. ${advice}`,
  }
}

/** Returns the title and button texts of a kind's form. */
export function formLabels(entity: EntityName, isNew: boolean) {
  const name = kindNameAsHeading(entity)
  return isNew
    ? { label: `New ${name}`, submitLabel: `Create ${name}`, busyLabel: `Creating ${name}...` }
    : { label: `Edit ${name}`, submitLabel: `Update ${name}`, busyLabel: `Updating ${name}...` }
}
