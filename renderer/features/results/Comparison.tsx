/** Two results side by side in words and on the map: what is new, gone, moved or changed. */
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import type { JobDifference, JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { DIFFERENCE_FORMATS } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { boundsOf } from '../../map/map-layer.ts'
import { type Place, updatePlace } from '../../place.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { jobsOnGroundQuery } from '../jobs/api.ts'
import { jobTitle } from '../jobs/job-title.ts'
import { klicNumbers } from '../jobs/klic-numbers.ts'
import { DifferenceBounds, DifferenceCounts, KINDS } from './DifferenceCounts.tsx'
import { differenceQuery, differencesUrl, otherOf } from './results-api.ts'
import { LookContext } from './use-only.ts'
import { useReading } from './use-reading.ts'

type ListedDifference = JobDifference['listed'][number]

/** By what became of them, theme and class: of a street that was dug up nobody reads two hundred rows. */
const groupsOf = (listed: readonly ListedDifference[]): ListedDifference[][] => {
  const groups = new Map<string, ListedDifference[]>()
  for (const each of listed) {
    const key = [each.verschil, each.thema, each.objecttype].join()
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].sort(([a], [b]) => KINDS.indexOf(a!.verschil) - KINDS.indexOf(b!.verschil))
}

/** So many differences are read one by one: their groups are open. */
const FEW = 12

/** After what a later delivery brought was read. */
const ReadThis = ({ job, summary }: { job: Job; summary: JobSummary }) => {
  const { t } = useLocale()
  const { supplement, reading } = useReading(job, summary)
  if (!supplement) return null
  return (
    <>
      <ActButton busy={reading.isPending} onPress={() => reading.mutate(supplement.about)}>
        {t('result.iReadThis')}
      </ActButton>
      {reading.error ? <ProblemBox error={reading.error} /> : null}
    </>
  )
}

const isEqual = (total: JobDifference['total']): boolean => KINDS.every((kind) => total[kind] === 0)

export const Comparison = ({ job, summary, place }: { job: Job; summary: JobSummary; place: Place }) => {
  const { t, number, day, length, theme, className } = useLocale()
  const columnName = (column: string): string => t.find(`feature.columns.${column}`) ?? column
  const look = useContext(LookContext)
  const others = useQuery(jobsOnGroundQuery(job.job_id)).data?.data ?? []
  const revisions = Array.from({ length: Math.max(job.revision - 1, 0) }, (_, i) => i + 1)
  // What repeats another is held against it, unless somebody chooses otherwise.
  const follows = others.some(({ job_id }) => job_id === job.follows) ? `with:${job.follows}` : null
  const compared = place.compare ?? follows
  const other = otherOf(compared)
  const { data, error, isFetching } = useQuery(differenceQuery(job, other))
  const section = useRef<HTMLDetailsElement>(null)
  // Chosen from further up, as what a later delivery brought is: it would open out of sight.
  const shown = place.compare === null ? undefined : data
  useEffect(() => {
    if (!shown) return
    section.current?.scrollIntoView({ block: 'start' })
    const places = shown.listed.flatMap(({ lnglat }) => (lnglat ? [lnglat] : []))
    if (places.length > 0)
      look({ key: `differences:${job.job_id}:${job.revision}:${place.compare}`, bounds: boundsOf(places) })
  }, [shown, look, job.job_id, job.revision, place.compare])
  if (others.length === 0 && revisions.length === 0) return null
  return (
    <details ref={section} className="block" open={other !== null || undefined}>
      <summary>{t('compare.title')}</summary>
      <select
        className="select"
        aria-label={t('compare.choose')}
        value={compared ?? ''}
        onChange={({ target }) => updatePlace({ compare: target.value || null })}
      >
        <option value="">{t('compare.choose')}</option>
        {revisions.map((revision) => (
          <option key={revision} value={`revision:${revision}`}>
            {t('compare.revision', { n: revision })}
          </option>
        ))}
        {others.map((other) => (
          <option key={other.job_id} value={`with:${other.job_id}`}>
            {[jobTitle(t, other), klicNumbers(other.klic_numbers), day(other.created_at)].filter(Boolean).join(', ')}
          </option>
        ))}
      </select>
      {isFetching ? <p className="quiet">{t('compare.busy')}</p> : null}
      {error ? <ProblemBox error={error} /> : null}
      {data && !data.common_ground ? <p className="notice">{t('compare.nothingInCommon')}</p> : null}
      {data?.common_ground ? (
        <>
          {isEqual(data.total) ? (
            <p className="compared">{t('compare.equal')}</p>
          ) : (
            <DifferenceCounts total={data.total} />
          )}
          <p className="quiet">{t('compare.same', { n: number(data.total.gelijk) })}</p>
          {other && data.listed.length > 0 ? (
            <p className="save-differences">
              {t('compare.save')}
              {DIFFERENCE_FORMATS.map((format) => (
                <a key={format} className="act act-quiet" href={differencesUrl(job.job_id, other, format)} download>
                  {t(`result.format.${format}`)}
                </a>
              ))}
            </p>
          ) : null}
          <DifferenceBounds difference={data} operators={summary.operators} />
          {groupsOf(data.listed).map((group) => {
            const { verschil, thema, objecttype } = group[0]!
            return (
              <details
                key={`${verschil} ${thema} ${objecttype}`}
                className="differences"
                open={data.listed.length <= FEW || undefined}
              >
                <summary>
                  <span className={`count-${verschil}`}>{t(`compare.kind.${verschil}`)}</span>{' '}
                  {[className(objecttype), thema ? theme(thema) : null].filter(Boolean).join(', ')} (
                  {number(group.length)})
                </summary>
                <ul className="rows">
                  {group.map((each) => (
                    <li key={`${each.laag}${each.id}`}>
                      <Button
                        className="row-name"
                        onPress={() => {
                          updatePlace({ picked: [each.id] })
                          if (each.lnglat)
                            look({ key: `difference:${performance.now()}`, bounds: [...each.lnglat, ...each.lnglat] })
                        }}
                      >
                        {[
                          className(objecttype),
                          each.afstand_m ? length(each.afstand_m) : null,
                          [...new Set(each.kolommen.map(columnName))].join(', '),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </Button>
                    </li>
                  ))}
                </ul>
              </details>
            )
          })}
          {compared === `revision:${job.revision - 1}` ? <ReadThis job={job} summary={summary} /> : null}
          {data.listed.length < KINDS.reduce((sum, kind) => sum + data.total[kind], 0) ? (
            <p className="quiet">{t('compare.more', { n: number(data.listed.length) })}</p>
          ) : null}
        </>
      ) : null}
    </details>
  )
}
