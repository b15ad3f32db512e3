type Defined<Changes> = { [Name in keyof Changes]?: Exclude<Changes[Name], undefined> }

/** Without the names that are there and say nothing: a spread would put them over what is known. */
export function definedOnly<Changes extends object>(changes: Changes): Defined<Changes> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Defined<Changes>
}
