/** What a file or a pasted text holds: its system, its areas to choose from, and what is broken about each. */
import { Checkbox, Input, Label, TextField } from 'react-aria-components'
import { AREA_SYSTEMS, areaFormatsIn } from '../../../server/features/areas/schema.ts'
import { ApiError } from '../../api/client.ts'
import { type Locale, useLocale } from '../../locale.tsx'
import { distance, MAX_WIDTH_M, MIN_WIDTH_M, surfaceOf } from '../../map/drawing/shape.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton, ProblemBox } from '../../ui/parts.tsx'
import { RepairWords } from './RepairBox.tsx'
import { type AreaImport, type AreaOffer, lineOf } from './use-area-import.ts'

const SystemChoice = ({ areaImport }: { areaImport: AreaImport }) => {
  const { t } = useLocale()
  const { found } = areaImport
  const known = AREA_SYSTEMS.find((crs) => crs === found?.crs) ?? ''
  return (
    <label className="field system">
      <span>
        {t('area.areaImport.system')}
        {found ? ` (${t(`area.areaImport.systemFrom.${found.crs_from}`)})` : ''}
      </span>
      <select value={known} onChange={(event) => void areaImport.reread({ crs: event.target.value, turned: false })}>
        {known === '' ? (
          <option value="">
            {found
              ? (found.crs ??
                (found.crs_from === 'several' ? t('area.areaImport.eachOwn') : t('area.areaImport.ownSystem')))
              : '…'}
          </option>
        ) : null}
        {AREA_SYSTEMS.map((crs) => (
          <option key={crs} value={crs}>
            {t(`area.areaImport.systems.${crs}`)} ({crs})
          </option>
        ))}
      </select>
    </label>
  )
}

/** What the file says of itself is not so: its numbers lie in the Netherlands when they are read like this. */
const OtherReadings = ({ areaImport: { found, reread } }: { areaImport: AreaImport }) => {
  const { t } = useLocale()
  return found?.fits.map(({ crs, turned }) => {
    const system = t(`area.areaImport.systems.${crs}`)
    return (
      <ActButton key={`${crs} ${turned}`} onPress={() => void reread({ crs, turned })}>
        {turned ? t('area.areaImport.readTurned', { system }) : t('area.areaImport.readAs', { system })}
      </ActButton>
    )
  })
}

/** No layer: the area that was asked for, of a delivery or a result. */
const REQUEST = '?'

/** Where there is but one, or none has a name, there is nothing to choose. */
const LayerChoice = ({ areaImport: { found, choice, reread } }: { areaImport: AreaImport }) => {
  const { t } = useLocale()
  if (!found || found.layers.length < 2) return null
  return (
    <label className="field">
      <span>{t('area.areaImport.layer')}</span>
      <select
        value={choice.layer ?? (found.has_request ? REQUEST : '')}
        onChange={({ target: { value } }) => void reread({ layer: value === REQUEST ? null : value })}
      >
        {found.has_request ? <option value={REQUEST}>{t('area.areaImport.request')}</option> : null}
        <option value="">{t('area.areaImport.allLayers', { n: found.layers.length })}</option>
        {found.layers.map(({ name, count }) => (
          <option key={name} value={name}>
            {name} ({count})
          </option>
        ))}
      </select>
    </label>
  )
}

const sizeOf = ({ area }: AreaOffer, { length, surface }: Locale): string =>
  area.kind === 'polygon'
    ? surface(surfaceOf({ type: 'Polygon', coordinates: area.coordinates }))
    : length(
        lineOf(area)
          .slice(1)
          .reduce((sum, at, i) => sum + distance(lineOf(area)[i]!, at), 0),
      )

const Choices = ({ areaImport }: { areaImport: AreaImport }) => {
  const speech = useLocale()
  const { t } = speech
  const { offered, chosen, choose, takesOne } = areaImport
  if (!offered) return null
  const toggle = (index: number) => {
    const next = new Set(takesOne ? [] : chosen)
    if (!next.delete(index)) next.add(index)
    choose(next)
  }
  const hasLines = !takesOne && offered.some(({ area }, index) => area.kind === 'line' && chosen.has(index))
  const isGone = [...chosen].some((index) => offered[index]?.repair?.pieces.length === 0)
  const count = areaImport.join && areaImport.joinedArea ? 1 : chosen.size
  return (
    <>
      <p>{t('area.areaImport.choose', { n: offered.length })}</p>
      {offered.length > 1 && !takesOne ? (
        <div className="row">
          <ActButton weight="quiet" onPress={() => choose(new Set(offered.keys()))}>
            {t('area.areaImport.all')}
          </ActButton>
          <ActButton weight="quiet" onPress={() => choose(new Set())}>
            {t('area.areaImport.none')}
          </ActButton>
        </div>
      ) : null}
      <ul className="choices">
        {offered.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is the file's
          <li key={index}>
            <Checkbox className="choice" isSelected={chosen.has(index)} onChange={() => toggle(index)}>
              <span className="check" aria-hidden="true" />
              <span>
                {each.area.name || t('area.areaImport.unnamed', { n: index + 1 })}{' '}
                <span className="quiet">
                  {t(`area.areaImport.kinds.${each.area.kind}`)}, {sizeOf(each, speech)}
                </span>
                {each.repair ? <RepairWords repair={each.repair} /> : null}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {hasLines ? (
        <TextField
          className="field inline"
          type="number"
          value={String(areaImport.widthM)}
          onChange={(width) => {
            const widthM = Number(width)
            if (widthM >= MIN_WIDTH_M && widthM <= MAX_WIDTH_M) areaImport.widen(widthM)
          }}
        >
          <Label>{t('area.areaImport.width')}</Label>
          <Input min={MIN_WIDTH_M} max={MAX_WIDTH_M} step={1} />
        </TextField>
      ) : null}
      {areaImport.joinedArea ? (
        <Checkbox className="choice" isSelected={areaImport.join} onChange={areaImport.setJoin}>
          <span className="check" aria-hidden="true" />
          {t('area.areaImport.join')}
        </Checkbox>
      ) : null}
      <ActButton
        weight="primary"
        blocked={
          chosen.size === 0 ? t('area.areaImport.nothingChosen') : isGone ? t('area.areaImport.nothingLeft') : null
        }
        onPress={areaImport.use}
      >
        {t('area.areaImport.use', { n: count })}
      </ActButton>
    </>
  )
}

const LEFT_OUT = ['points', 'empty', 'hidden', 'elsewhere', 'tooMany'] as const

const LeftOutWords = ({ areaImport: { found } }: { areaImport: AreaImport }) => {
  const { t } = useLocale()
  if (!found) return null
  const { points, empty, too_many: tooMany, hidden, elsewhere, files } = found.left_out
  const counts = { points, empty, hidden, elsewhere, tooMany }
  const said = LEFT_OUT.filter((what) => counts[what] > 0).map((what) =>
    t(`area.areaImport.leftOut.${what}`, { n: counts[what] }),
  )
  if (files.length > 0) said.push(t('area.areaImport.unreadFiles', { names: files.join(', ') }))
  return <p className="quiet">{said.join(' ')}</p>
}

/** The server's reason in the window's language. */
const useFaultWords = (error: unknown): string | null => {
  const { t } = useLocale()
  const complaint = error instanceof ApiError ? error.detail?.errors?.[0] : undefined
  const names = { line: complaint?.limit ?? '', formats: areaFormatsIn(t('area.or')) }
  return (complaint && t.find(`area.unreadable.${complaint.code}`, names)) ?? null
}

export const ImportBox = ({ areaImport }: { areaImport: AreaImport }) => {
  const { t } = useLocale()
  const { name, isReading, error, found, offered } = areaImport
  const fault = useFaultWords(error)
  if (isReading)
    return (
      <p className="hint" role="status">
        {name ? t('area.areaImport.readingFile', { name }) : t('area.areaImport.reading')}
      </p>
    )
  if (!error && !found) return null
  const title = name ? t('area.areaImport.titleOfFile', { name }) : t('area.areaImport.title')
  const read = name ? t('area.areaImport.readFrom', { name }) : t('area.areaImport.read')
  const asksSystem = error instanceof ApiError && error.detail?.errors?.[0]?.code === 'SYSTEM_UNKNOWN'
  return (
    <section className="area-import" aria-label={title}>
      <header className="row spread">
        <strong>{offered || error ? title : read}</strong>
        <IconButton label={t('close')} onPress={areaImport.forget}>
          <CloseIcon />
        </IconButton>
      </header>
      {error ? (
        fault ? (
          <p className="field-problem" role="alert">
            {fault}
          </p>
        ) : (
          <ProblemBox error={error} />
        )
      ) : null}
      {found || asksSystem ? <SystemChoice areaImport={areaImport} /> : null}
      <LayerChoice areaImport={areaImport} />
      {found && !found.is_inside ? (
        <>
          <p className="field-problem" role="alert">
            {t('area.areaImport.outside')}
          </p>
          <OtherReadings areaImport={areaImport} />
        </>
      ) : null}
      {found?.is_inside ? <Choices areaImport={areaImport} /> : null}
      <LeftOutWords areaImport={areaImport} />
    </section>
  )
}
