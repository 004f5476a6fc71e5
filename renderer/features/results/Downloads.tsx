/** The result as files, or what has come of it: the three that most people want at hand, the others in a list. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { RESULT_FORMATS, type ResultFormat } from '../../../server/features/vocabulary.ts'
import { isPreliminary } from '../../api/job-result.ts'
import { useLocale } from '../../locale.tsx'
import { shell } from '../../shell.ts'
import { DragOut, SavedFile } from '../../ui/DesktopFile.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { download } from './export-api.ts'

const AT_HAND = ['gpkg', 'shp', 'geojson'] as const satisfies readonly ResultFormat[]
const OTHERS = RESULT_FORMATS.filter((format) => !AT_HAND.some((each) => each === format))
const OF_GROUND = 'geotiff' satisfies ResultFormat

/** @param hasGround or it is still to come: it is fetched as soon as it is there */
export const Downloads = ({ job, hasGround }: { job: Job; hasGround: boolean }) => {
  const { t } = useLocale()
  const preliminary = isPreliminary(job)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const fetching = useMutation({
    // The desktop asks where to and says where it is; a browser has its own way.
    mutationFn: async (format: ResultFormat): Promise<string | null> => {
      if (shell && format !== 'geojson-crs84' && !preliminary) return shell.saveExport(job.job_id, format)
      await download(job.job_id, format, leaving.current!.signal, preliminary ? 'preliminary' : 'export')
      return null
    },
  })
  const busyWith = fetching.isPending ? fetching.variables : null
  return (
    <section className="block">
      <h3>{preliminary ? t('soFar.downloads') : t('result.downloads')}</h3>
      <div className="downloads">
        {AT_HAND.map((format) => {
          const button = (
            <ActButton key={format} busy={busyWith === format} onPress={() => fetching.mutate(format)}>
              <DownloadIcon />
              <span>
                {t(`result.format.${format}`)}
                <small>{busyWith === format ? t('result.preparing') : t(`result.formatWhat.${format}`)}</small>
              </span>
            </ActButton>
          )
          if (preliminary) return button
          return (
            <DragOut key={format} jobId={job.job_id} format={format}>
              {button}
            </DragOut>
          )
        })}
      </div>
      <select
        className="select"
        aria-label={t('result.otherFormats')}
        value=""
        disabled={fetching.isPending}
        onChange={({ target }) => fetching.mutate(target.value as ResultFormat)}
      >
        <option value="">
          {busyWith && !AT_HAND.some((format) => format === busyWith)
            ? t('result.preparing')
            : t('result.otherFormats')}
        </option>
        {OTHERS.filter((format) => hasGround || format !== OF_GROUND).map((format) => (
          <option key={format} value={format}>
            {t(`result.format.${format}`)}: {t(`result.formatWhat.${format}`)}
          </option>
        ))}
      </select>
      {fetching.data ? <SavedFile file={fetching.data} /> : null}
      {fetching.error ? <ProblemBox error={fetching.error} /> : null}
    </section>
  )
}
