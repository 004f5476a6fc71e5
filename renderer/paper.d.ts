/** Made by renderer/vite.config.ts from Natural Earth's countries and map/layers/paper-features.ts. */
declare module 'virtual:paper' {
  /** Address of a GeoJSON file. */
  const url: string
  export default url
}
