/** Made by renderer/vite.config.ts from Natural Earth's countries; `home` is true for the Netherlands. */
declare module 'virtual:outlines' {
  /** Address of a GeoJSON file. */
  const url: string
  export default url
}
