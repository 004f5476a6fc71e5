/** The result in words: first what could kill (who did not deliver, precautions), then themes, then files. */
import { Checkbox, ToggleButton } from 'react-aria-components'
import type { JobSummary } from '../../../server/contract/dashboard.ts'
import type { Job } from '../../../server/contract/jobs.ts'
import { EXTRA_GROUPS, type ExtraGroup } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { adjust, type Place } from '../../place.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { Account } from './Account.tsx'
import { Attention } from './Attention.tsx'
import { Comparison } from './Comparison.tsx'
import { Documents } from './Documents.tsx'
import { Downloads } from './Downloads.tsx'
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
