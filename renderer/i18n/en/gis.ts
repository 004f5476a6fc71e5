/** Local GIS tools, and pairing with them. */
export const gis = {
  gis: {
    title: 'QGIS and other GIS',
    plugin: 'The plugin for QGIS',
    pluginWhy: 'Quotes for the selected polygons, submitting, and results in the official style, without leaving QGIS.',
    pluginGet: 'Download the plugin (klic_desktop.zip).',
    pluginInstall: 'In QGIS (3.22 or newer): Plugins, Manage and Install Plugins, Install from ZIP.',
    pluginPair: 'In the KLIC Desktop panel choose Connect, and confirm in this window.',
    pluginUpdates: 'For updates, add this address as a plugin repository in QGIS:',
    address: 'Address for GIS programs',
    addressWhy: 'Every ready job as OGC API - Features: for QGIS, GDAL, ArcGIS Pro and scripts.',
    make: 'Create address with key',
    addressOnce: 'The address contains a key that only opens layers. It is shown only once.',
    stepsQgis: 'QGIS: Layer, Add Layer, WFS / OGC API Features, New; paste the address; version OGC API - Features.',
    stepsArcgis: 'ArcGIS Pro: Insert, Connections, Server, New OGC API Server; paste the address.',
    plain: 'For programs that send a password: any user name, the key as password.',
    secret: 'Key',
    open: 'Open in QGIS',
    layers: 'Download again',
    layersHow: (file: string) =>
      `${file} has been saved. Open it or drag it into QGIS: all layers appear by theme, in the official style, while KLIC Desktop is running.`,
    orAddress: 'Or paste this address, with a key that only opens layers, into a GIS program:',
  },
  pairing: {
    title: (client: string) => `${client} wants to connect`,
    what: 'It may then read results, make quotes and submit notifications for you.',
    same: 'Only say yes if the same code is shown there.',
    yes: 'Connect',
    no: 'Refuse',
    later: (client: string, code: string) => `${client} asked later, with the code ${code}.`,
    showLater: 'Show',
  },
}
