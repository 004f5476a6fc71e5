/** Made by renderer/vite.config.ts from Natural Earth's countries and map/layers/base-map-features.ts. */
declare module 'virtual:base-map' {
  /** Address of a GeoJSON file. */
  export const baseMap: string
  /** Address of one with the countries and lakes alone: a quarter of it. */
  export const outline: string
}
