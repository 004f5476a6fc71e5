/** Made by renderer/vite.config.ts from Natural Earth's countries and map/layers/paper-features.ts. */
declare module 'virtual:paper' {
  /** Address of a GeoJSON file. */
  export const paper: string
  /** Address of one with the countries and lakes alone: a quarter of it. */
  export const outline: string
}
