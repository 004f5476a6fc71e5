/** What of the result is on the map: by theme or by operator, how strongly it is drawn, and what else may be added. */
import { useState } from 'react'
import { Button, Checkbox, ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { ResultTiles } from '../../../server/features/results/map/map-style-schema.ts'
import { EXTRA_GROUPS, type ExtraGroup } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { GroundStrength } from '../../map/GroundStrength.tsx'
import { type Place, updatePlace } from '../../place.ts'
import { prefer, TREES, type Tree, usePreferences } from '../../preferences.ts'
import { LookIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton } from '../../ui/parts.tsx'
import { StrengthSlider } from '../../ui/StrengthSlider.tsx'
import type { PartOfResult } from './api.ts'
import type { Only } from './use-only.ts'

interface LayersProps {
  summary: JobSummary
  place: Place
  ground: ResultTiles['ground']
  only: Only
}

/** Beside a row: it without the others, and the map to it. Who points at the row sees them, and who comes by keys. */
const OnlyThis = ({ of, name, only }: { of: PartOfResult; name: string; only: Only }) => {
  const { t } = useLocale()
  return (
    <span className="only-this">
      <Button className="only-button" aria-label={t('result.onlyThis', { name })} onPress={() => only.show(of)}>
        {t('result.only')}
      </Button>
      <IconButton label={t('result.zoomTo', { name })} onPress={() => only.zoom(of)}>
        <LookIcon />
      </IconButton>
    </span>
  )
}

const turned = (hidden: readonly string[], id: string, on: boolean): string[] =>
  on ? hidden.filter((other) => other !== id) : [...hidden, id]

const ThemeTree = ({ summary, place, only }: Omit<LayersProps, 'ground'>) => {
  const { t, number, length, theme: themeName } = useLocale()
  if (summary.themes.length === 0) return <p className="quiet">{t('result.noThemes')}</p>
  return (
    <ul className="themes">
      {summary.themes.map(({ thema, naam, colour, count, length_m }) => (
        <li key={thema} onDoubleClick={() => only.zoom({ theme: thema })}>
          <Checkbox
            className="theme"
            isSelected={!place.hidden.includes(thema)}
            onChange={(on) => updatePlace({ hidden: turned(place.hidden, thema, on) })}
            aria-label={t('result.hideTheme', { name: themeName(thema, naam) })}
          >
            <span className="box" aria-hidden="true" />
            <span className="swatch" style={{ background: colour }} />
            <span className="theme-name">{themeName(thema, naam)}</span>
            <span className="theme-count">
              {length_m === null ? t('result.objects', { n: number(count) }) : `${number(count)} · ${length(length_m)}`}
            </span>
          </Checkbox>
          <OnlyThis of={{ theme: thema }} name={themeName(thema, naam)} only={only} />
        </li>
      ))}
    </ul>
  )
}

/** Below each operator the colours of its themes; one that delivered nothing has nothing to be switched. */
const OperatorTree = ({ summary, place, only }: Omit<LayersProps, 'ground'>) => {
  const { t, number, theme: themeName } = useLocale()
  const drawnOf = (code: string) => summary.account?.operators.find(({ bronhouder }) => bronhouder === code)?.drawn
  const colourOf = (thema: string) => summary.themes.find((theme) => theme.thema === thema)?.colour
  return (
    <ul className="themes">
      {summary.operators.map(({ code, name, delivered, involved, themes }) => {
        const drawn = drawnOf(code)
        const hasObjects = drawn === undefined ? delivered : drawn > 0
        const count = drawn === undefined ? '' : t('result.objects', { n: number(drawn) })
        const state = delivered ? (involved === false ? t('result.notInvolved') : count) : t('result.deliveredNothing')
        const inside = (
          <>
            <span className="operator">
              <span className="theme-name">{name}</span>
              <span className="operator-themes">
                {themes.map((thema) => (
                  <span key={thema} className="operator-theme">
                    <span className="dot" style={{ background: colourOf(thema) ?? 'none' }} />
                    {themeName(thema)}
                  </span>
                ))}
              </span>
            </span>
            <span className="theme-count">{state}</span>
          </>
        )
        return (
          <li key={code} onDoubleClick={hasObjects ? () => only.zoom({ operator: code }) : undefined}>
            {hasObjects ? (
              <Checkbox
                className="theme by-operator"
                isSelected={!place.hiddenOperators.includes(code)}
                onChange={(on) => updatePlace({ hiddenOperators: turned(place.hiddenOperators, code, on) })}
                aria-label={t('result.hideTheme', { name })}
              >
                <span className="box" aria-hidden="true" />
                {inside}
              </Checkbox>
            ) : (
              <div className="theme by-operator" data-empty="">
                <span />
                {inside}
              </div>
            )}
            {hasObjects ? <OnlyThis of={{ operator: code }} name={name} only={only} /> : null}
          </li>
        )
      })}
    </ul>
  )
}

const ALL = ''
const FAINTEST = 0.1

/** How strongly cables and pipes are drawn, all of them or those of a theme; remembered for every result. */
const Strength = ({ summary }: Pick<LayersProps, 'summary'>) => {
  const { t, theme: themeName } = useLocale()
  const { strengths } = usePreferences()
  const [thema, choose] = useState(ALL)
  const isChanged = Object.keys(strengths).length > 0
  const set = (value: number) => {
    const { [thema]: _former, ...others } = strengths
    prefer({ strengths: value === 1 ? others : { ...others, [thema]: value } })
  }
  return (
    <div className="strength">
      <select
        className="select"
        aria-label={t('result.strengthOf')}
        value={thema}
        onChange={({ target }) => choose(target.value)}
      >
        <option value={ALL}>{t('result.allThemes')}</option>
        {summary.themes.map((each) => (
          <option key={each.thema} value={each.thema}>
            {themeName(each.thema, each.naam)}
          </option>
        ))}
      </select>
      <StrengthSlider label={t('result.strength')} kept={strengths[thema] ?? 1} least={FAINTEST} keep={set} />
      {isChanged ? (
        <ActButton weight="quiet" onPress={() => prefer({ strengths: undefined })}>
          {t('result.strengthFull')}
        </ActButton>
      ) : null}
    </div>
  )
}

const Ground = ({ ground }: Pick<LayersProps, 'ground'>) => {
  const { t } = useLocale()
  if (ground === null) return null
  if (ground === 'coming') return <p className="quiet">{t('result.groundComing')}</p>
  return <GroundStrength label={t('result.ground')} />
}

const Extras = ({ place }: Pick<LayersProps, 'place'>) => {
  const { t } = useLocale()
  return (
    <>
      <div className="extras">
        <span className="quiet">{t('result.extras')}</span>
        {(Object.keys(EXTRA_GROUPS) as ExtraGroup[]).map((extra) => (
          <ToggleButton
            key={extra}
            className="chip"
            isSelected={place.extra.includes(extra)}
            onChange={(on) => updatePlace({ extra: turned(place.extra, extra, !on) })}
          >
            {t(`result.extra.${extra}`)}
          </ToggleButton>
        ))}
      </div>
      {place.extra.length > 0 ? <p className="quiet">{t('result.extrasNear')}</p> : null}
    </>
  )
}

export const Layers = ({ summary, place, ground, only }: LayersProps) => {
  const { t } = useLocale()
  const { tree } = usePreferences()
  const isHiding = place.hidden.length + place.hiddenOperators.length > 0
  return (
    <section className="block">
      <h3 className="row spread layers-head">
        {t('result.onTheMap')}
        {isHiding ? (
          <ActButton weight="quiet" onPress={() => updatePlace({ hidden: [], hiddenOperators: [] })}>
            {t('result.showAll')}
          </ActButton>
        ) : null}
      </h3>
      <ToggleButtonGroup
        className="extras"
        aria-label={t('result.tree')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[tree]}
        onSelectionChange={(keys) => prefer({ tree: [...keys][0] as Tree })}
      >
        {TREES.map((each) => (
          <ToggleButton key={each} id={each} className="chip">
            {t(`result.trees.${each}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {tree === 'themes' ? (
        <ThemeTree summary={summary} place={place} only={only} />
      ) : (
        <OperatorTree summary={summary} place={place} only={only} />
      )}
      <ul className="dashes" aria-label={t('result.lines')}>
        {(['functional', 'projected', 'disused'] as const).map((status) => (
          <li key={status}>
            <svg viewBox="0 0 84 4" aria-hidden="true">
              <line x1="0" x2="84" y1="2" y2="2" className={`dash-${status}`} />
            </svg>
            {t(`result.status.${status}`)}
          </li>
        ))}
      </ul>
      <Strength summary={summary} />
      <Ground ground={ground} />
      <Extras place={place} />
    </section>
  )
}
