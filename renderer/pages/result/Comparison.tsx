/** Two results side by side in words and on the map: what is new, gone, moved or changed. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import type { Job } from '../../../server/contract/jobs.ts'
import { isDownloadable } from '../../../server/contract/vocabulary.ts'
import { jobsQuery } from '../../api/jobs.ts'
import { differenceQuery, type Other } from '../../api/results.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { adjust, type Place } from '../../place.ts'
import { ProblemBox } from '../../ui/parts.tsx'

/** From the URL's `with:<job>` or `revision:<number>`. */
const otherOf = (compare: string | null): Other | null => {
  const [kind, name] = compare?.split(':') ?? []
  if (!name) return null
  return kind === 'revision' ? { revision: Number(name) } : { with: name }
}

const KINDS = ['nieuw', 'vervallen', 'verplaatst', 'gewijzigd'] as const

export const Comparison = ({ job, place }: { job: Job; place: Place }) => {
  const { words, number, day, length, theme, className } = useSpeech()
  const columns: Record<string, string> = { ...words.feature.moreColumns, ...words.feature.columns }
  const jobs = useQuery(jobsQuery).data?.data ?? []
  const others = jobs.filter(({ job_id, status }) => job_id !== job.job_id && isDownloadable(status))
  const revisions = Array.from({ length: Math.max(job.revision - 1, 0) }, (_, i) => i + 1)
  const other = otherOf(place.compare)
  const { data, error, isFetching } = useQuery(differenceQuery(job.job_id, job.revision, other))
  const section = useRef<HTMLDetailsElement>(null)
  // Chosen from further up, as what a later delivery brought is: it would open out of sight.
  const isThere = place.compare !== null && data !== undefined
  useEffect(() => {
    if (isThere) section.current?.scrollIntoView({ block: 'start' })
  }, [isThere])
  if (others.length === 0 && revisions.length === 0) return null
  return (
    <details ref={section} className="block" open={other !== null || undefined}>
      <summary>{words.compare.title}</summary>
      <select
        className="select"
        aria-label={words.compare.choose}
        value={place.compare ?? ''}
        onChange={({ target }) => adjust({ compare: target.value || null })}
      >
        <option value="">{words.compare.choose}</option>
        {revisions.map((revision) => (
          <option key={revision} value={`revision:${revision}`}>
            {words.compare.revision(revision)}
          </option>
        ))}
        {others.map(({ job_id, reference, created_at }) => (
          <option key={job_id} value={`with:${job_id}`}>
            {reference ?? words.jobs.noReference}, {day(created_at)}
          </option>
        ))}
      </select>
      {isFetching ? <p className="quiet">{words.compare.busy}</p> : null}
      {error ? <ProblemBox error={error} /> : null}
      {data ? (
        <>
          <ul className="counts">
            {KINDS.map((kind) => (
              <li key={kind} className={`count count-${kind}`}>
                <strong>{number(data.total[kind])}</strong> <span>{words.compare.kind[kind]}</span>
              </li>
            ))}
          </ul>
          <p className="quiet">{words.compare.same(number(data.total.gelijk))}</p>
          {data.same_area ? null : <p className="field-problem">{words.compare.otherArea}</p>}
          {data.not_delivered.before.length + data.not_delivered.after.length > 0 ? (
            <p className="field-problem">
              {words.compare.notDelivered([...data.not_delivered.before, ...data.not_delivered.after].join(', '))}
            </p>
          ) : null}
          <ul className="rows differences">
            {data.listed.slice(0, 200).map((each) => (
              <li key={`${each.verschil}${each.laag}${each.id}`}>
                <Button className="row-name" onPress={() => adjust({ picked: [each.id] })}>
                  <span className={`count-${each.verschil}`}>{words.compare.kind[each.verschil]}</span>{' '}
                  {className(each.objecttype)}
                  <small>
                    {[
                      each.thema ? theme(each.thema) : null,
                      each.afstand_m ? length(each.afstand_m) : null,
                      [...new Set(each.kolommen.map((column) => columns[column] ?? column))].join(', '),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </Button>
              </li>
            ))}
          </ul>
          {data.listed.length > 200 ? <p className="quiet">{words.compare.more}</p> : null}
        </>
      ) : null}
    </details>
  )
}
