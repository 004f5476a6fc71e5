/**
 * The official look of each layer of a result (PMKL 2.0): how it is drawn in lines.ts and points.ts, widths, dashes and
 * scales in styles.ts, symbols in symbols.ts, the colours of the themes in imkl/model/themes.ts.
 */
import type { Look } from './display-list.ts'
import {
  cablesAndPipes,
  containers,
  detailAreas,
  detailLines,
  drawnLines,
  geometryToScale,
  precautions,
  requests,
  topography,
} from './lines.ts'
import { appurtenances, depths, detailPoints, drawnTexts, elements, topographyPoints } from './points.ts'
import type { StyledLayer } from './styles.ts'

export const LOOKS: Readonly<Record<StyledLayer, Look>> = {
  aanvraag_polygoon: requests,
  eigen_topografie_vlak: topography,
  eigen_topografie_lijn: topography,
  eigen_topografie_punt: topographyPoints,
  eis_voorzorgsmaatregel: precautions,
  extra_geometrie: geometryToScale,
  kabel_en_leiding_container: containers,
  kabel_of_leiding: cablesAndPipes,
  containerleidingelement: elements,
  annotatie_lijn: drawnLines,
  annotatie_punt: drawnTexts,
  maatvoering_lijn: drawnLines,
  maatvoering_punt: drawnTexts,
  diepte: depths,
  extra_detailinfo_vlak: detailAreas,
  extra_detailinfo_lijn: detailLines,
  extra_detailinfo_punt: detailPoints,
  leidingelement: appurtenances,
}
