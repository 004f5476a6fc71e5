/** The map of a province out of the network: how large it is, then how far, and on from where it was when it stopped. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PROVINCE_CODES, PROVINCES, type Province } from '../../../server/contract/offline-map.ts'
import { downloadMap, mapDownloadQuery, offlineMapQuery, stopMapDownload } from '../../api/offline-map.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'

export const ProvinceMap = () => {
  const { words, bytes: sized } = useSpeech()
  const { offlineMap } = words
  const queries = useQueryClient()
  const { data: now } = useQuery(mapDownloadQuery)
  const asking = useMutation({
    mutationFn: (ask: () => ReturnType<typeof stopMapDownload>) => ask(),
    onSuccess: (download) => queries.setQueryData(mapDownloadQuery.queryKey, download),
  })
  const isDone = now?.state === 'done'
  useEffect(() => {
    if (!isDone) return
    void queries.invalidateQueries({ queryKey: offlineMapQuery.queryKey, exact: true })
    void queries.invalidateQueries({ queryKey: ['settings'], exact: true })
  }, [isDone, queries])
  const [size, here] = [now?.bytes ?? null, now?.bytes_here ?? 0]
  const begin = (label: string) => (
    <div className="row">
      <ActButton onPress={() => asking.mutate(() => downloadMap(now!.province, true))}>{label}</ActButton>
    </div>
  )
  const isBroken = now?.state === 'stopped' || now?.state === 'failed'
  return (
    <section className="block">
      <Choice
        label={offlineMap.province}
        hint={offlineMap.provinceWhy}
        value={now?.province ?? ''}
        options={[
          ...(now ? [] : ([['', offlineMap.provinceNone]] as const)),
          ...PROVINCE_CODES.map((code) => [code, PROVINCES[code].name] as const),
        ]}
        onChange={(code) => asking.mutate(() => downloadMap(code as Province, false))}
      />
      {now?.state === 'measuring' ? <p role="status">{offlineMap.measuring}</p> : null}
      {now?.state === 'measured' && size !== null ? (
        <>
          <p role="status">{offlineMap.size(sized(size))}</p>
          {begin(offlineMap.download)}
        </>
      ) : null}
      {size !== null && (now?.state === 'loading' || isBroken) ? (
        <>
          <progress value={here} max={Math.max(size, 1)} aria-label={offlineMap.progress} />
          <p className="quiet">{offlineMap.left(sized(here), sized(size))}</p>
        </>
      ) : null}
      {now?.fault ? (
        <p className="field-problem" role="alert">
          {offlineMap.downloadFault[now.fault]}
        </p>
      ) : null}
      {now?.state === 'loading' || now?.state === 'measuring' ? (
        <div className="row">
          <ActButton onPress={() => asking.mutate(stopMapDownload)}>{offlineMap.stop}</ActButton>
        </div>
      ) : null}
      {isBroken ? begin(offlineMap.goOn) : null}
      {isDone && now ? <p role="status">{offlineMap.done(PROVINCES[now.province].name)}</p> : null}
      {asking.error ? <ProblemBox error={asking.error} /> : null}
    </section>
  )
}
