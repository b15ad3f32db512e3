/** Written by the build from the package of ZIP codes; see vite.config.ts. */
declare module 'virtual:zip-places' {
  const coded: string
  export default coded
}
