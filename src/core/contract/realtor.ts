/** Who shows a property, as our server sends it; another server may send a name only. */
export type Realtor = { name: string; email: string; phone: string }
