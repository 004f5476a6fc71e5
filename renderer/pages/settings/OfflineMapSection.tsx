/** The map file of one's own: which it is, what it holds, and whether it covers where one digs. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { offlineMapQuery } from '../../api/offline-map.ts'
import { useSpeech } from '../../i18n/words.tsx'
import type { ReadyOfflineMap } from '../../map/background.ts'
import { shell } from '../../shell.ts'
import { ActButton, Facts } from '../../ui/parts.tsx'
import { ServersOwn, TextRow } from './form/fields.tsx'
import { SettingsForm, useSettingsForm } from './form/SettingsForm.tsx'

const PATH = 'maps.offline_file'
/** [west, south, east, north] in degrees */
const NETHERLANDS = [3.2, 50.7, 7.3, 53.6] as const

const ChooseFile = () => {
  const { words } = useSpeech()
  const form = useSettingsForm()
  if (!shell) return null
  const desktop = shell
  const choose = async () => {
    const file = await desktop.chooseMapFile()
    if (file !== null) form.set(PATH, file)
  }
  return <ActButton onPress={() => void choose()}>{words.offlineMap.choose}</ActButton>
}

const MapFacts = ({ map }: { map: ReadyOfflineMap }) => {
  const { words, degrees } = useSpeech()
  const { offlineMap } = words
  const [west, south, east, north] = map.bounds
  const isElsewhere = west > NETHERLANDS[2] || east < NETHERLANDS[0] || south > NETHERLANDS[3] || north < NETHERLANDS[1]
  const format = { pmtiles: 'PMTiles', mbtiles: 'MBTiles' }[map.format]
  return (
    <section className="block">
      <h4>{offlineMap.inUse}</h4>
      <Facts
        facts={[
          [offlineMap.name, map.name],
          [offlineMap.kind, `${format}, ${map.vector_layers ? offlineMap.vector : offlineMap.pictures}`],
          [offlineMap.zooms, `${map.min_zoom}–${map.max_zoom}`],
          [offlineMap.covers, offlineMap.frame(degrees(south), degrees(west), degrees(north), degrees(east))],
          ...(map.attribution ? ([[offlineMap.source, map.attribution]] as const) : []),
        ]}
      />
      {isElsewhere ? <p className="field-problem">{offlineMap.elsewhere}</p> : null}
    </section>
  )
}

export const OfflineMapSection = () => {
  const { words } = useSpeech()
  const { offlineMap } = words
  const queries = useQueryClient()
  const { data: map } = useQuery(offlineMapQuery)
  return (
    <>
      <SettingsForm
        section="maps"
        onSaved={() => void queries.invalidateQueries({ queryKey: offlineMapQuery.queryKey })}
      >
        <p>{offlineMap.why}</p>
        <p>{offlineMap.where}</p>
        <ServersOwn path={PATH} label={offlineMap.file}>
          <TextRow path={PATH} label={offlineMap.file} hint={offlineMap.fileHint} empty={null} />
          <ChooseFile />
        </ServersOwn>
      </SettingsForm>
      {map?.state === 'ready' ? <MapFacts map={map} /> : null}
      {map?.state === 'unusable' ? (
        <p className="field-problem" role="alert">
          {offlineMap.fault[map.fault]}
        </p>
      ) : null}
    </>
  )
}
