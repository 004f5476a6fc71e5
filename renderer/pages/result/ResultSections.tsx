/** The result in words: first what could kill (who did not deliver, precautions), then themes, then files. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Checkbox, ToggleButton } from 'react-aria-components'
import type { JobSummary } from '../../../server/contract/dashboard.ts'
import type { Job } from '../../../server/contract/jobs.ts'
import type { EXPORT_FORMATS, ExportFormat } from '../../../server/contract/vocabulary.ts'
import { download } from '../../api/export.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { EXTRA_LAYERS, type Extra } from '../../map/layers/result.ts'
import { adjust, type Place } from '../../place.ts'
import { DownloadIcon, WarningIcon } from '../../ui/icons.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import type { OpenJob } from './use-result.ts'

type Operator = JobSummary['operators'][number]

/** Often one desk answers for everything: each number is shown once, with all it is for. */
const Phones = ({ operator }: { operator: Operator }) => {
  const { words } = useSpeech()
  const byPhone = Map.groupBy(
    operator.contacts.filter(({ phone }) => phone),
    ({ phone }) => phone,
  )
  if (byPhone.size === 0) return <p className="quiet">{words.result.noPhone}</p>
  return (
    <ul className="phones">
      {[...byPhone].map(([phone, contacts]) => (
        <li key={phone}>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>{' '}
          <span className="quiet">{contacts.map(({ kind }) => words.result.contactKind[kind] ?? kind).join(', ')}</span>
          {[...new Set(contacts.map(({ name }) => name))]
            .filter((name) => name && !name.includes(operator.name))
            .map((name) => (
              <span key={name} className="quiet contact-name">
                {name}
              </span>
            ))}
        </li>
      ))}
    </ul>
  )
}

/** On top and not to be dismissed: who digs must have seen it. */
const Attention = ({ summary }: { summary: JobSummary }) => {
  const { words } = useSpeech()
  const silent = summary.operators.filter(({ delivered }) => !delivered)
  const careful = summary.operators.filter(({ precaution }) => precaution)
  if (silent.length + careful.length + summary.precautions === 0) return null
  return (
    <section className="attention" aria-label={words.result.attention}>
      <h3>
        <WarningIcon /> {words.result.attention}
      </h3>
      <ul>
        {silent.map((operator) => (
          <li key={`silent-${operator.code}`} className="silent">
            <strong>{words.result.notDelivered(operator.name)}</strong>
            <p>{words.result.notDeliveredWhy}</p>
            {operator.missing_in.length > 0 ? (
              <p className="quiet">{words.result.missingIn(operator.missing_in.join(', '))}</p>
            ) : null}
            <Phones operator={operator} />
          </li>
        ))}
        {careful.map((operator) => (
          <li key={`careful-${operator.code}`}>
            <strong>{words.result.precaution(operator.name)}</strong>
            <p>{words.result.precautionWhy}</p>
            <Phones operator={operator} />
          </li>
        ))}
        {summary.precautions > 0 && careful.length === 0 ? (
          <li>
            <strong>{words.result.precautionAreas(summary.precautions)}</strong>
            <p>{words.result.precautionWhy}</p>
          </li>
        ) : null}
      </ul>
    </section>
  )
}

const Themes = ({ summary, place }: { summary: JobSummary; place: Place }) => {
  const { words, number, length, theme: themeName } = useSpeech()
  const nameOf = ({ thema, naam }: JobSummary['themes'][number]) => themeName(thema, naam)
  const turn = (thema: string, on: boolean) =>
    adjust({ hidden: on ? place.hidden.filter((other) => other !== thema) : [...place.hidden, thema] })
  return (
    <section className="block">
      <h3 className="row spread">
        {words.result.themes}
        {place.hidden.length > 0 ? (
          <ActButton weight="quiet" onPress={() => adjust({ hidden: [] })}>
            {words.result.showAll}
          </ActButton>
        ) : null}
      </h3>
      {summary.themes.length === 0 ? <p className="quiet">{words.result.noThemes}</p> : null}
      <ul className="themes">
        {summary.themes.map((theme) => (
          <li key={theme.thema}>
            <Checkbox
              className="theme"
              isSelected={!place.hidden.includes(theme.thema)}
              onChange={(on) => turn(theme.thema, on)}
              aria-label={words.result.hideTheme(nameOf(theme))}
            >
              <span className="box" aria-hidden="true" />
              <span className="swatch" style={{ background: theme.colour }} />
              <span className="theme-name">{nameOf(theme)}</span>
              <span className="theme-count">
                {theme.length_m === null
                  ? words.result.objects(number(theme.count))
                  : `${number(theme.count)} · ${length(theme.length_m)}`}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <ul className="dashes" aria-label={words.result.lines}>
        {(['functional', 'projected', 'disused'] as const).map((status) => (
          <li key={status}>
            <svg viewBox="0 0 84 4" aria-hidden="true">
              <line x1="0" x2="84" y1="2" y2="2" className={`dash-${status}`} />
            </svg>
            {words.result.status[status]}
          </li>
        ))}
      </ul>
      <div className="extras">
        <span className="quiet">{words.result.extras}</span>
        {(Object.keys(EXTRA_LAYERS) as Extra[]).map((extra) => (
          <ToggleButton
            key={extra}
            className="chip"
            isSelected={place.extra.includes(extra)}
            onChange={(on) =>
              adjust({ extra: on ? [...place.extra, extra] : place.extra.filter((other) => other !== extra) })
            }
          >
            {words.result.extra[extra]}
          </ToggleButton>
        ))}
      </div>
    </section>
  )
}

const Downloads = ({ job }: { job: Job }) => {
  const { words } = useSpeech()
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const fetching = useMutation({
    mutationFn: (format: ExportFormat) => download(job.job_id, format, leaving.current!.signal),
  })
  const busyWith = fetching.isPending ? fetching.variables : null
  return (
    <section className="block">
      <h3>{words.result.downloads}</h3>
      <div className="downloads">
        {(['gpkg', 'shp', 'geojson'] as const satisfies readonly (typeof EXPORT_FORMATS)[number][]).map((format) => (
          <ActButton key={format} busy={busyWith === format} onPress={() => fetching.mutate(format)}>
            <DownloadIcon />
            <span>
              {words.result.format[format]}
              <small>{busyWith === format ? words.result.preparing : words.result.formatWhat[format]}</small>
            </span>
          </ActButton>
        ))}
      </div>
      {fetching.error ? <ProblemBox error={fetching.error} /> : null}
    </section>
  )
}

export const ResultSections = ({ open, job, place }: { open: OpenJob; job: Job; place: Place }) => {
  const { words } = useSpeech()
  const { summary, summaryError, failed, isLoading } = open
  return (
    <>
      {summaryError ? <ProblemBox error={summaryError} /> : null}
      {summary ? <Attention summary={summary} /> : null}
      {failed > 0 ? (
        <p className="field-problem" role="alert">
          {words.result.mapFailed}
        </p>
      ) : null}
      {isLoading ? <p className="quiet">{words.result.mapLoading}</p> : null}
      <Downloads key={job.job_id} job={job} />
      {summary ? <Themes summary={summary} place={place} /> : null}
    </>
  )
}
