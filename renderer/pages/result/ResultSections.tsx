/** The result in words: first what could kill (who did not deliver, precautions), then themes, then files. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Checkbox, ToggleButton } from 'react-aria-components'
import type { JobSummary } from '../../../server/contract/dashboard.ts'
import type { Job } from '../../../server/contract/jobs.ts'
import {
  type EXPORT_FORMATS,
  EXTRA_GROUPS,
  type ExportFormat,
  type ExtraGroup,
} from '../../../server/contract/vocabulary.ts'
import { download } from '../../api/export.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { adjust, type Place } from '../../place.ts'
import { shell } from '../../shell.ts'
import { DragOut, SavedFile } from '../../ui/DesktopFile.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { Account } from './Account.tsx'
import { Attention } from './Attention.tsx'
import { Comparison } from './Comparison.tsx'
import { Documents } from './Documents.tsx'
import { OpenInGis } from './OpenInGis.tsx'
import { PrintSection } from './PrintSection.tsx'
import type { OpenJob } from './use-result.ts'

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
        {(Object.keys(EXTRA_GROUPS) as ExtraGroup[]).map((extra) => (
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
      {place.extra.length > 0 ? <p className="quiet">{words.result.extrasNear}</p> : null}
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
    // The desktop asks where to and says where it is; a browser has its own way.
    mutationFn: async (format: ExportFormat): Promise<string | null> => {
      if (shell) return shell.saveExport(job.job_id, format)
      await download(job.job_id, format, leaving.current!.signal)
      return null
    },
  })
  const busyWith = fetching.isPending ? fetching.variables : null
  return (
    <section className="block">
      <h3>{words.result.downloads}</h3>
      <div className="downloads">
        {(['gpkg', 'shp', 'geojson'] as const satisfies readonly (typeof EXPORT_FORMATS)[number][]).map((format) => (
          <DragOut key={format} jobId={job.job_id} format={format}>
            <ActButton busy={busyWith === format} onPress={() => fetching.mutate(format)}>
              <DownloadIcon />
              <span>
                {words.result.format[format]}
                <small>{busyWith === format ? words.result.preparing : words.result.formatWhat[format]}</small>
              </span>
            </ActButton>
          </DragOut>
        ))}
      </div>
      {fetching.data ? <SavedFile file={fetching.data} /> : null}
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
      {summary ? <Attention job={job} summary={summary} /> : null}
      {failed ? (
        <p className="field-problem" role="alert">
          {words.result.mapFailed}
        </p>
      ) : null}
      {isLoading ? <p className="quiet">{words.result.mapLoading}</p> : null}
      <Downloads key={job.job_id} job={job} />
      <OpenInGis key={`gis-${job.job_id}`} job={job} />
      {summary ? <Themes summary={summary} place={place} /> : null}
      <PrintSection key={`print-${job.job_id}`} job={job} place={place} />
      {summary ? <Documents job={job} summary={summary} /> : null}
      {summary ? <Account summary={summary} /> : null}
      <Comparison job={job} place={place} />
    </>
  )
}
