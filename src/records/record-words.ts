import { type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import type { OperationKind } from '#core/sync/operation.ts'

/** At the beginning of a sentence: 'Open house'. */
export function sentenceOf(entity: EntityName): string {
  const { word } = kinds[entity]
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** As a heading has it: 'Open House'. */
export function headingOf(entity: EntityName): string {
  return kinds[entity].word.replaceAll(/\b\w/g, (letter) => letter.toUpperCase())
}

/** The specification's sentence for a change that this device could not keep or that the server refused. */
export function failureOf(entity: EntityName, kind: OperationKind): string {
  const isNew = kind === 'create'
  if (entity === 'property') return `Failed to ${isNew ? 'add' : kind} the property. Please try again.`
  if (entity === 'tour' && kind !== 'delete') return `Failed to ${kind} tour.`
  // A photo is changed in its listing's form.
  if (entity === 'listing_image') return 'Failed to update listing. Please try again.'
  const verb = isNew && entity === 'open_house_visit' ? 'add' : kind
  const advice = hasDetails(entity) && kind !== 'delete' ? 'Please check the details and try again.' : tryAgain
  return `Failed to ${verb} ${kinds[entity].word}. ${advice}`
}

const tryAgain = 'Please try again.'
const withDetails = new Set<EntityName>(['showing', 'open_house', 'open_house_visit', 'appointment'])

/** Kinds whose failed changes are answered with a look at their details. */
export function hasDetails(entity: EntityName): boolean {
  return withDetails.has(entity)
}

/** What names a form and stands on its button. */
export function formWords(entity: EntityName, isNew: boolean) {
  const name = headingOf(entity)
  return isNew
    ? { label: `New ${name}`, submitLabel: `Create ${name}`, busyLabel: `Creating ${name}...` }
    : { label: `Edit ${name}`, submitLabel: `Update ${name}`, busyLabel: `Updating ${name}...` }
}
