/** What cables, pipes and their elements say of themselves, as the XML that goes into their members. */

const IMKL = 'http://definities.geostandaarden.nl/imkl2015/id/waarde/'
const INSPIRE = 'http://inspire.ec.europa.eu/codelist/'

const quantity = (element: string, unit: string, value: number | string): string =>
  `<${element} uom="urn:ogc:def:uom:OGC::${unit}">${value}</${element}>`
const coded = (element: string, uri: string): string => `<${element} xlink:href="${uri}"/>`
export const diameter = (value: number): string => quantity('us-net-common:pipeDiameter', 'mm', value)
export const material = (value: string): string =>
  coded('imkl:buismateriaalType', `${IMKL}PipeMaterialTypeIMKLValue/${value}`)
export const accuracy = (value: string): string =>
  coded('imkl:geoNauwkeurigheidXY', `${IMKL}NauwkeurigheidXYvalue/${value}`)

export const electricity = (volt: number): string[] => [
  quantity('us-net-el:operatingVoltage', 'V', volt),
  quantity('us-net-el:nominalVoltage', 'V', volt),
  accuracy('tot100cm'),
]
export const gas = (mmWide: number, bar: string, of: string): string[] => [
  diameter(mmWide),
  quantity('us-net-common:pressure', 'bar', bar),
  coded('us-net-ogc:oilGasChemicalsProductType', `${INSPIRE}OilGasChemicalsProductTypeValue/naturalGas`),
  accuracy('tot100cm'),
  material(of),
]
export const waterPipe = (mmWide: number): string[] => [
  diameter(mmWide),
  coded('us-net-wa:waterType', `${INSPIRE}WaterTypeValue/potable`),
  material('PVC'),
]
export const sewerPipe = (mmWide: number, of: string): string[] => [
  diameter(mmWide),
  coded('us-net-sw:sewerWaterType', `${INSPIRE}SewerWaterTypeValue/combined`),
  material(of),
]
export const heatPipe: string[] = [
  quantity('us-net-common:pipeDiameter', 'cm', 11),
  coded('us-net-th:thermalProductType', `${IMKL}ThermalProductTypeIMKLValue/waterMT`),
  material('St-Pur-PE'),
]
/** Pneumatic waste collection: in the model only as something else. */
export const wastePipe: string[] = [
  quantity('us-net-common:pipeDiameter', 'mm', 500),
  '<imkl:producttype>huishoudelijk afval</imkl:producttype>',
  material('steel'),
]
export const fibreCable: string[] = [
  coded(
    'us-net-tc:telecommunicationsCableMaterialType',
    `${INSPIRE}TelecommunicationsCableMaterialTypeValue/opticalFiber`,
  ),
  accuracy('tot50cm'),
]
export const width = (cm: number): string => quantity('us-net-common:ductWidth', 'cm', cm)
export const hidden = '<imkl:bovengrondsZichtbaar>false</imkl:bovengrondsZichtbaar>'
export const holds = (count: number): string => `<imkl:aantalKabelsLeidingen>${count}</imkl:aantalKabelsLeidingen>`

export const TYPES = {
  joint: `${IMKL}ElectricityAppurtenanceTypeIMKLValue/mof`,
  powerDelivery: `${INSPIRE}ElectricityAppurtenanceTypeValue/deliveryPoint`,
  streetLight: `${INSPIRE}ElectricityAppurtenanceTypeValue/streetLight`,
  gasDelivery: `${INSPIRE}OilGasChemicalsAppurtenanceTypeValue/deliveryPoint`,
  saddle: `${IMKL}OilGasChemicalsAppurtenanceTypeIMKLValue/aftakzadel`,
  gasValve: `${IMKL}OilGasChemicalsAppurtenanceTypeIMKLValue/afsluiter`,
  waterValve: `${IMKL}WaterAppurtenanceTypeIMKLValue/afsluiter`,
  hydrant: `${INSPIRE}WaterAppurtenanceTypeValue/fireHydrant`,
  gully: 'http://data.gwsw.nl/totaal/kolk',
  manhole: 'http://data.gwsw.nl/totaal/inspectieput',
  fibreJoint: `${IMKL}TelecommunicationsAppurtenanceTypeIMKLValue/mof`,
} as const
