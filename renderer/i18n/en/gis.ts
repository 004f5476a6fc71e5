/** Local GIS tools, and pairing with them. */
export const gis = {
  gis: {
    title: 'QGIS and other GIS',
    plugin: 'The plugin for QGIS',
    pluginWhy: 'Quote from the selected polygons, submit, and open results in the official look, without leaving QGIS.',
    pluginGet: 'Download the plugin (klic_desktop.zip).',
    pluginInstall: 'In QGIS (3.22 or newer): Plugins, Manage and Install Plugins, Install from ZIP.',
    pluginPair: 'In the panel KLIC Desktop choose Connect, and confirm in this window.',
    pluginUpdates: 'For updates, add this address as a plugin repository in QGIS:',
    address: 'Address for GIS programs',
    addressWhy: 'Every ready job as OGC API - Features: for QGIS, GDAL, ArcGIS Pro and scripts.',
    make: 'Make an address with a key',
    addressOnce: 'The address holds a key that only opens layers, and is shown only once.',
    stepsQgis: 'QGIS: Layer, Add Layer, WFS / OGC API Features, New; paste the address; version OGC API - Features.',
    stepsArcgis: 'ArcGIS Pro: Insert, Connections, Server, New OGC API Server; paste the address.',
    plain: 'For programs that send a password: any user name, the key as password.',
    secret: 'Key',
    open: 'Open in QGIS',
    layers: 'Save it again',
    layersHow: (file: string) =>
      `${file} has been saved. Open it or drag it into QGIS: all layers come by theme, in the official look, while KLIC Desktop runs.`,
    orAddress: 'Or paste this address, which holds a key that only opens layers, into a GIS program:',
  },
  pairing: {
    title: (client: string) => `${client} asks to connect`,
    what: 'It may then read results, make quotes and submit notifications for you.',
    same: 'Only say yes when the same code is shown there.',
    yes: 'Connect',
    no: 'Refuse',
    later: (client: string, code: string) => `${client} asked later, with the code ${code}.`,
    showLater: 'Show that one',
  },
}
