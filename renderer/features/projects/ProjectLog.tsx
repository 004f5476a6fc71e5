/** Who did what, and when; newest first for the eye, chained from the first on. */
import { useQuery } from '@tanstack/react-query'
import type { Log } from '../../../server/features/projects/schema.ts'
import { useLocale } from '../../locale.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { projectLogQuery } from './api.ts'
import { useWho } from './use-who.ts'

/** What it was about, in the one or two words that a person looks for. */
const subjectOf = ({ data }: Log['data'][number]): string => {
  const text = data.name ?? data.text ?? data.reference ?? data.job_id
  return typeof text === 'string' ? text : ''
}

export const ProjectLog = ({ projectId }: { projectId: string }) => {
  const { t, moment } = useLocale()
  const who = useWho()
  const { data: log, error } = useQuery(projectLogQuery(projectId))
  return (
    <details className="block">
      <summary>
        {t('projects.log')} <span className="quiet">{log?.data.length}</span>
      </summary>
      {error ? <ProblemBox error={error} /> : null}
      {log ? (
        <>
          <p
            className={log.broken_at === null ? 'quiet' : 'field-problem'}
            role={log.broken_at === null ? undefined : 'alert'}
          >
            {log.broken_at === null
              ? t('projects.logWhole', { n: log.data.length })
              : t('projects.logBroken', { no: log.broken_at })}
          </p>
          <ol className="log" reversed start={log.data.length}>
            {[...log.data].reverse().map((entry) => (
              <li key={entry.no}>
                <strong>{t(`projects.act.${entry.act}`)}</strong> {subjectOf(entry)}
                <small className="quiet">
                  {moment(entry.at)}, {who(entry.actor)}
                </small>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </details>
  )
}
