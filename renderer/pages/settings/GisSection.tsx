/** Local GIS tools: the plugin for QGIS, and an address with a key for every other program, in one click. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { openInGis } from '../../api/gis.ts'
import { keysQuery } from '../../api/keys.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import type { SectionProps } from './section.ts'

export const GisSection = ({ session }: SectionProps) => {
  const { words } = useSpeech()
  const base = session.base_url || location.origin
  return (
    <>
      <section className="block">
        <h3>{words.gis.plugin}</h3>
        <p>{words.gis.pluginWhy}</p>
        <ol className="steps">
          <li>
            <a href="/qgis/klic_desktop.zip" download>
              {words.gis.pluginGet}
            </a>
          </li>
          <li>{words.gis.pluginInstall}</li>
          <li>{words.gis.pluginPair}</li>
        </ol>
        <p className="quiet">{words.gis.pluginUpdates}</p>
        <Copyable text={`${base}/qgis/plugins.xml`} label={words.gis.pluginUpdates} />
      </section>
      <GisAddress />
    </>
  )
}

const GisAddress = () => {
  const { words } = useSpeech()
  const queries = useQueryClient()
  const making = useMutation({
    mutationFn: () => openInGis(),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
    // The secret must not outlive this page.
    gcTime: 0,
  })
  return (
    <section className="block">
      <h3>{words.gis.address}</h3>
      <p>{words.gis.addressWhy}</p>
      <ActButton weight="primary" busy={making.isPending} onPress={() => making.mutate()}>
        {words.gis.make}
      </ActButton>
      {making.error ? <ProblemBox error={making.error} /> : null}
      {making.data ? (
        <div className="secret" role="status">
          <strong>{words.gis.addressOnce}</strong>
          <Copyable text={making.data.address} label={words.gis.address} />
          <ul className="steps">
            <li>{words.gis.stepsQgis}</li>
            <li>
              GDAL: <code>ogrinfo "OAPIF:…"</code>
            </li>
            <li>{words.gis.stepsArcgis}</li>
          </ul>
          <p className="quiet">{words.gis.plain}</p>
          <Copyable text={making.data.plain_address} label={words.gis.plain} />
          <Copyable text={making.data.secret} label={words.gis.secret} />
        </div>
      ) : null}
    </section>
  )
}
