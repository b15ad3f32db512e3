export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
