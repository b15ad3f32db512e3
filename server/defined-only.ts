type Defined<Changes> = { [Name in keyof Changes]?: Exclude<Changes[Name], undefined> }

/** Omits undefined values, so that spreading does not overwrite existing ones. */
export function definedOnly<Changes extends object>(changes: Changes): Defined<Changes> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Defined<Changes>
}
