/** The map file of one's own: which it is, what it holds, and whether it covers where one digs. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/client.ts'
import { useLocale } from '../../locale.tsx'
import type { ReadyOfflineMap } from '../../map/background.ts'
import { shell } from '../../shell.ts'
import { OneFile } from '../../ui/OneFile.tsx'
import { ActButton, Facts, ProblemBox } from '../../ui/parts.tsx'
import { sessionQuery } from '../users/session-api.ts'
import { ServersOwn, TextRow } from './form/fields.tsx'
import { SettingsForm, useSettingsForm } from './form/SettingsForm.tsx'
import { giveMapFile, offlineMapQuery } from './offline-map-api.ts'

const PATH = 'maps.offline_file'
/** [west, south, east, north] in degrees */
const NETHERLANDS = [3.2, 50.7, 7.3, 53.6] as const

/** In the window of the program the file stays where it is, and its path is kept. */
const ChooseFile = () => {
  const { t } = useLocale()
  const form = useSettingsForm()
  if (!shell) return null
  const desktop = shell
  const choose = async () => {
    const file = await desktop.chooseMapFile()
    if (file !== null) form.set(PATH, file)
  }
  return <ActButton onPress={() => void choose()}>{t('offlineMap.choose')}</ActButton>
}

const MapFacts = ({ map }: { map: ReadyOfflineMap }) => {
  const { t, degrees } = useLocale()
  const [west, south, east, north] = map.bounds
  const isElsewhere = west > NETHERLANDS[2] || east < NETHERLANDS[0] || south > NETHERLANDS[3] || north < NETHERLANDS[1]
  const format = { pmtiles: 'PMTiles', mbtiles: 'MBTiles' }[map.format]
  return (
    <section className="block">
      <h4>{t('offlineMap.inUse')}</h4>
      <Facts
        facts={[
          [t('offlineMap.name'), map.name],
          [t('offlineMap.kind'), `${format}, ${map.vector_layers ? t('offlineMap.vector') : t('offlineMap.pictures')}`],
          [t('offlineMap.zooms'), `${map.min_zoom}–${map.max_zoom}`],
          [
            t('offlineMap.covers'),
            t('offlineMap.frame', {
              south: degrees(south),
              west: degrees(west),
              north: degrees(north),
              east: degrees(east),
            }),
          ],
          ...(map.attribution ? ([[t('offlineMap.source'), map.attribution]] as const) : []),
        ]}
      />
      {isElsewhere ? <p className="field-problem">{t('offlineMap.elsewhere')}</p> : null}
    </section>
  )
}

/** In a browser, which tells no page where a file lies: the file itself goes to the server, and is looked into there. */
const GiveFile = () => {
  const { t, bytes } = useLocale()
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
  const said = t.find(`offlineMap.fault.${code}`)
  return (
    <section className="block">
      <div className="row">
        <OneFile types={['.pmtiles', '.mbtiles']} take={(file) => giving.mutate(file)}>
          <ActButton>{t('offlineMap.choose')}</ActButton>
        </OneFile>
      </div>
      {giving.isPending ? <p role="status">{t('offlineMap.sending', { size: bytes(giving.variables.size) })}</p> : null}
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
  const { t } = useLocale()
  const queries = useQueryClient()
  const { data: map } = useQuery(offlineMapQuery)
  const { data: session } = useQuery(sessionQuery)
  const isOwn = session !== undefined && !session.operator_sets.includes(PATH)
  const path = <TextRow path={PATH} label={t('offlineMap.file')} hint={t('offlineMap.fileHint')} empty={null} />
  return (
    <>
      {isOwn ? (
        <>
          <p>{t('offlineMap.where')}</p>
          {shell ? null : <GiveFile />}
        </>
      ) : null}
      <SettingsForm
        section="maps"
        onSaved={() => void queries.invalidateQueries({ queryKey: offlineMapQuery.queryKey })}
      >
        <p>{t('offlineMap.why')}</p>
        <ServersOwn path={PATH} label={t('offlineMap.file')}>
          {shell ? (
            <>
              {path}
              <ChooseFile />
            </>
          ) : (
            <details>
              <summary>{t('offlineMap.byPath')}</summary>
              {path}
            </details>
          )}
        </ServersOwn>
      </SettingsForm>
      {map?.state === 'ready' ? <MapFacts map={map} /> : null}
      {map?.state === 'unusable' ? (
        <p className="field-problem" role="alert">
          {t(`offlineMap.fault.${map.fault}`)}
        </p>
      ) : null}
    </>
  )
}
