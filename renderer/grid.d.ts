declare module 'virtual:rd-grid' {
  /** Address of the official correction grid; null in a build that was made without it. */
  const url: string | null
  export default url
}
