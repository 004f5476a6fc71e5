/** Local GIS tools: the plugin for QGIS, and an address with a key for every other program, in one click. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { keysQuery } from '../keys/api.ts'
import { openInGis } from '../results/gis-api.ts'
import type { SectionProps } from './section.ts'

export const GisSection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  const base = session.base_url || location.origin
  return (
    <>
      <section className="block">
        <h3>{t('gis.plugin')}</h3>
        <p>{t('gis.pluginWhy')}</p>
        <ol className="steps">
          <li>
            <a href="/qgis/klic_desktop.zip" download>
              {t('gis.pluginGet')}
            </a>
          </li>
          <li>{t('gis.pluginInstall')}</li>
          <li>{t('gis.pluginPair')}</li>
        </ol>
        <p className="quiet">{t('gis.pluginUpdates')}</p>
        <Copyable text={`${base}/qgis/plugins.xml`} label={t('gis.pluginUpdates')} />
      </section>
      <GisAddress />
    </>
  )
}

const GisAddress = () => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const making = useMutation({
    mutationFn: () => openInGis(),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
    // The secret must not outlive this page.
    gcTime: 0,
  })
  return (
    <section className="block">
      <h3>{t('gis.address')}</h3>
      <p>{t('gis.addressWhy')}</p>
      <ActButton weight="primary" busy={making.isPending} onPress={() => making.mutate()}>
        {t('gis.make')}
      </ActButton>
      {making.error ? <ProblemBox error={making.error} /> : null}
      {making.data ? (
        <div className="secret" role="status">
          <strong>{t('gis.addressOnce')}</strong>
          <Copyable text={making.data.address} label={t('gis.address')} />
          <ul className="steps">
            <li>{t('gis.stepsQgis')}</li>
            <li>
              GDAL: <code>ogrinfo "OAPIF:…"</code>
            </li>
            <li>{t('gis.stepsArcgis')}</li>
          </ul>
          <p className="quiet">{t('gis.plain')}</p>
          <Copyable text={making.data.plain_address} label={t('gis.plain')} />
          <Copyable text={making.data.secret} label={t('gis.secret')} />
        </div>
      ) : null}
    </section>
  )
}
