/** Made by renderer/vite.config.ts from Natural Earth's countries; `home` is true for the Netherlands. */
declare module 'virtual:outlines' {
  const outlines: import('geojson').FeatureCollection
  export default outlines
}
