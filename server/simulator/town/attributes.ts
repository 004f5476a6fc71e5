/** What cables, pipes and their elements say of themselves, as the XML that goes into their members. */
import appurtenances from '../data/appurtenances.json' with { type: 'json' }
import { element } from '../delivery/gml-elements.ts'

const IMKL = 'http://definities.geostandaarden.nl/imkl2015/id/waarde/'
const INSPIRE = 'http://inspire.ec.europa.eu/codelist/'

const quantity = (name: string, unit: string, value: number | string): string =>
  `<${name} uom="urn:ogc:def:uom:OGC::${unit}">${value}</${name}>`
const coded = (name: string, uri: string): string => `<${name} xlink:href="${uri}"/>`
const DIAMETER = 'us-net-common:pipeDiameter'
/** Null: unknown, and real ones keep the unit then. */
export const diameter = (value: number | null, unit: 'mm' | 'cm' = 'mm'): string =>
  value === null ? `<${DIAMETER} xsi:nil="true" uom="urn:ogc:def:uom:OGC::${unit}"/>` : quantity(DIAMETER, unit, value)
export const material = (value: string): string =>
  coded('imkl:buismateriaalType', `${IMKL}PipeMaterialTypeIMKLValue/${value}`)
export const accuracy = (value: string): string =>
  coded('imkl:geoNauwkeurigheidXY', `${IMKL}NauwkeurigheidXYvalue/${value}`)
export const label = (text: string): string => element('imkl:label', text)
export const description = (text: string): string => element('imkl:omschrijving', text)
export const visible = (is: boolean): string => `<imkl:bovengrondsZichtbaar>${is}</imkl:bovengrondsZichtbaar>`
export const rotation = (degrees: number): string => quantity('imkl:rotatiehoekSymbool', 'deg', degrees)
/** Of what is to be seen above ground. */
export const STANDING: readonly string[] = [visible(true), rotation(0)]
export const poleHeight = (metres: number): string => quantity('us-net-common:poleHeight', 'm', metres)
export const towerHeight = (metres: number): string => quantity('us-net-common:towerHeight', 'm', metres)
export const appurtenanceType = (uri: string): string => coded('us-net-common:appurtenanceType', uri)

export const electricity = (volt: number): string[] => [
  quantity('us-net-el:operatingVoltage', 'V', volt),
  quantity('us-net-el:nominalVoltage', 'V', volt),
  accuracy('tot100cm'),
]
export const gas = (mmWide: number | null, bar: string, of: string): string[] => [
  diameter(mmWide),
  quantity('us-net-common:pressure', 'bar', bar),
  coded('us-net-ogc:oilGasChemicalsProductType', `${INSPIRE}OilGasChemicalsProductTypeValue/naturalGas`),
  accuracy('tot100cm'),
  material(of),
]
/** Its label is what a draughtsman writes beside it. */
export const waterPipe = (mmWide: number | null, of = 'PVC', isPotable = true): string[] => [
  diameter(mmWide),
  coded('us-net-wa:waterType', isPotable ? `${INSPIRE}WaterTypeValue/potable` : `${IMKL}WaterTypeIMKLValue/overig`),
  material(of),
  label(mmWide === null ? of : `${mmWide} ${of}`),
]
const SEWAGE = 'us-net-sw:sewerWaterType'
export const sewerPipe = (
  mmWide: number | null,
  of: string,
  carries: 'combined' | 'sanitary' | null = 'combined',
): string[] => [
  diameter(mmWide),
  carries === null ? `<${SEWAGE} xsi:nil="true"/>` : coded(SEWAGE, `${INSPIRE}SewerWaterTypeValue/${carries}`),
  material(of),
]
export const heatPipe = (carries: 'waterMT' | 'waterHT', of: string): string[] => [
  diameter(11, 'cm'),
  coded('us-net-th:thermalProductType', `${IMKL}ThermalProductTypeIMKLValue/${carries}`),
  accuracy('tot30cm'),
  material(of),
]
/** Pneumatic waste collection: in the model only as something else, with a diameter of IMKL's own. */
export const wastePipe: string[] = [
  material('steel'),
  quantity('imkl:pipeDiameter', 'mm', 500),
  '<imkl:producttype>huishoudelijk afval</imkl:producttype>',
]
export const telecomCable = (of: 'opticalFiber' | 'twistedPair' | 'overig'): string[] => [
  coded('us-net-tc:telecommunicationsCableMaterialType', `${IMKL}TelecommunicationsCableMaterialTypeIMKLValue/${of}`),
  accuracy('tot50cm'),
]
export const fibreCable = telecomCable('opticalFiber')
export const width = (cm: number): string => quantity('us-net-common:ductWidth', 'cm', cm)
export const hidden = visible(false)
export const holds = (count: number): string => `<imkl:aantalKabelsLeidingen>${count}</imkl:aantalKabelsLeidingen>`

export const TYPES = appurtenances.types
/** What is on a main here and there, by the kind of network. */
export const FITTINGS = appurtenances.fittings
