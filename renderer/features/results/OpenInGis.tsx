/** A ready job in QGIS and other GIS programs: a file that brings all layers styled, and an address. */
import { useMutation } from '@tanstack/react-query'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { openInGis, saveLayers } from './gis-api.ts'

export const OpenInGis = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  const opening = useMutation({
    mutationFn: () => openInGis(job.job_id),
    // One click gives the file; it can be had again below.
    onSuccess: (access) => {
      if (access.layers) saveLayers(access.layers)
    },
    gcTime: 0,
  })
  const layers = opening.data?.layers
  return (
    <section className="block">
      <h3>{t('gis.title')}</h3>
      {opening.data ? null : (
        <ActButton busy={opening.isPending} onPress={() => opening.mutate()}>
          {t('gis.open')}
        </ActButton>
      )}
      {opening.error ? <ProblemBox error={opening.error} /> : null}
      {opening.data ? (
        <div className="secret" role="status">
          {layers ? (
            <>
              <p>{t('gis.layersHow', { file: layers.file_name })}</p>
              <ActButton onPress={() => saveLayers(layers)}>{t('gis.layers')}</ActButton>
            </>
          ) : null}
          <p className="quiet">{t('gis.orAddress')}</p>
          <Copyable text={opening.data.address} label={t('gis.address')} />
        </div>
      ) : null}
    </section>
  )
}
