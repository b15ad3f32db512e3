import { tellFailure } from '#records/saving/save-toasts.ts'

/** What the desk says when this device could not do what was pressed. */
export function nothingChanged(error: unknown): void {
  tellFailure('Nothing was changed.', error)
}
