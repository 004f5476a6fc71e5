/** The map file of one's own: which it is, what it holds, and whether it covers where one digs. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileTrigger } from 'react-aria-components'
import type { OfflineMapFault } from '../../../server/contract/offline-map.ts'
import { ApiError } from '../../api/client.ts'
import { giveMapFile, offlineMapQuery } from '../../api/offline-map.ts'
import { sessionQuery } from '../../api/session.ts'
import { useSpeech } from '../../i18n/words.tsx'
import type { ReadyOfflineMap } from '../../map/background.ts'
import { shell } from '../../shell.ts'
import { ActButton, Facts, ProblemBox } from '../../ui/parts.tsx'
import { ServersOwn, TextRow } from './form/fields.tsx'
import { SettingsForm, useSettingsForm } from './form/SettingsForm.tsx'

const PATH = 'maps.offline_file'
/** [west, south, east, north] in degrees */
const NETHERLANDS = [3.2, 50.7, 7.3, 53.6] as const

/** In the window of the program the file stays where it is, and its path is kept. */
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

/** In a browser, which tells no page where a file lies: the file itself goes to the server, and is looked into there. */
const GiveFile = () => {
  const { words, bytes } = useSpeech()
  const { offlineMap } = words
  const queries = useQueryClient()
  const giving = useMutation({
    mutationFn: giveMapFile,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: offlineMapQuery.queryKey })
      void queries.invalidateQueries({ queryKey: ['settings'] })
    },
  })
  const { error } = giving
  const code = error instanceof ApiError ? error.detail?.errors?.[0]?.code : undefined
  const said = code !== undefined && code in offlineMap.fault ? offlineMap.fault[code as OfflineMapFault] : null
  return (
    <section className="block">
      <div className="row">
        <FileTrigger
          acceptedFileTypes={['.pmtiles', '.mbtiles']}
          onSelect={(files) => {
            const [file] = files ?? []
            if (file) giving.mutate(file)
          }}
        >
          <ActButton>{offlineMap.choose}</ActButton>
        </FileTrigger>
      </div>
      {giving.isPending ? <p role="status">{offlineMap.sending(bytes(giving.variables.size))}</p> : null}
      {said ? (
        <p className="field-problem" role="alert">
          {said}
        </p>
      ) : error ? (
        <ProblemBox error={error} />
      ) : null}
    </section>
  )
}

export const OfflineMapSection = () => {
  const { words } = useSpeech()
  const { offlineMap } = words
  const queries = useQueryClient()
  const { data: map } = useQuery(offlineMapQuery)
  const { data: session } = useQuery(sessionQuery)
  const isOwn = session !== undefined && !session.operator_sets.includes(PATH)
  const path = <TextRow path={PATH} label={offlineMap.file} hint={offlineMap.fileHint} empty={null} />
  return (
    <>
      {isOwn ? (
        <>
          <p>{offlineMap.where}</p>
          {shell ? null : <GiveFile />}
        </>
      ) : null}
      <SettingsForm
        section="maps"
        onSaved={() => void queries.invalidateQueries({ queryKey: offlineMapQuery.queryKey })}
      >
        <p>{offlineMap.why}</p>
        <ServersOwn path={PATH} label={offlineMap.file}>
          {shell ? (
            <>
              {path}
              <ChooseFile />
            </>
          ) : (
            <details>
              <summary>{offlineMap.byPath}</summary>
              {path}
            </details>
          )}
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
