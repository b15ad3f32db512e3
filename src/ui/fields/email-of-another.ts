/** For a `TextField` with the address of somebody else: the browser fills nothing in, and a phone types it as it is. */
export const emailOfAnother = { type: 'email', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
