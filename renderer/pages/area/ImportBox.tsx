/** What a file or a pasted text holds: its system, its areas to choose from, and what is broken about each. */
import { Checkbox, Input, Label, TextField } from 'react-aria-components'
import { AREA_SYSTEMS, type AreaFault } from '../../../server/contract/areas.ts'
import { ApiError } from '../../api/client.ts'
import { type Speech, useSpeech } from '../../i18n/words.tsx'
import { distance, MAX_WIDTH_M, MIN_WIDTH_M, surfaceOf } from '../../map/drawing/shape.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton, ProblemBox } from '../../ui/parts.tsx'
import type { AreaAtRest } from './at-rest.ts'
import { RepairWords } from './RepairBox.tsx'
import { type AreaImport, lineOf, type Offered } from './use-area-import.ts'

const SystemChoice = ({ areaImport }: { areaImport: AreaImport }) => {
  const { words } = useSpeech()
  const { areaImport: text } = words.area
  const { found } = areaImport
  const known = found?.crs && found.crs in text.systems ? found.crs : ''
  return (
    <label className="field system">
      <span>
        {text.system}
        {found ? ` (${text.systemFrom[found.crs_from]})` : ''}
      </span>
      <select value={known} onChange={(event) => void areaImport.reread({ crs: event.target.value, turned: false })}>
        {known === '' ? (
          <option value="">
            {found ? (found.crs ?? (found.crs_from === 'several' ? text.eachOwn : text.ownSystem)) : '…'}
          </option>
        ) : null}
        {AREA_SYSTEMS.map((crs) => (
          <option key={crs} value={crs}>
            {text.systems[crs]} ({crs})
          </option>
        ))}
      </select>
    </label>
  )
}

/** What the file says of itself is not so: its numbers lie in the Netherlands when they are read like this. */
const OtherReadings = ({ areaImport: { found, reread } }: { areaImport: AreaImport }) => {
  const { words } = useSpeech()
  const { areaImport: text } = words.area
  return found?.fits.map(({ crs, turned }) => {
    const system = text.systems[crs] ?? crs
    return (
      <ActButton key={`${crs} ${turned}`} onPress={() => void reread({ crs, turned })}>
        {turned ? text.readTurned(system) : text.readAs(system)}
      </ActButton>
    )
  })
}

/** No layer: the area that was asked for, of a delivery or a result. */
const REQUEST = '?'

/** Where there is but one, or none has a name, there is nothing to choose. */
const LayerChoice = ({ areaImport: { found, choice, reread } }: { areaImport: AreaImport }) => {
  const { words } = useSpeech()
  const { areaImport: text } = words.area
  if (!found || found.layers.length < 2) return null
  return (
    <label className="field">
      <span>{text.layer}</span>
      <select
        value={choice.layer ?? (found.has_request ? REQUEST : '')}
        onChange={({ target: { value } }) => void reread({ layer: value === REQUEST ? null : value })}
      >
        {found.has_request ? <option value={REQUEST}>{text.request}</option> : null}
        <option value="">{text.allLayers(found.layers.length)}</option>
        {found.layers.map(({ name, count }) => (
          <option key={name} value={name}>
            {name} ({count})
          </option>
        ))}
      </select>
    </label>
  )
}

const sizeOf = ({ area }: Offered, { length, surface }: Speech): string =>
  area.kind === 'polygon'
    ? surface(surfaceOf({ type: 'Polygon', coordinates: area.coordinates }))
    : length(
        lineOf(area)
          .slice(1)
          .reduce((sum, at, i) => sum + distance(lineOf(area)[i]!, at), 0),
      )

const Choices = ({ areaImport }: { areaImport: AreaImport }) => {
  const speech = useSpeech()
  const { areaImport: text } = speech.words.area
  const { offered, chosen, choose } = areaImport
  if (!offered) return null
  const toggle = (index: number) => {
    const next = new Set(chosen)
    if (!next.delete(index)) next.add(index)
    choose(next)
  }
  const hasLines = offered.some(({ area }, index) => area.kind === 'line' && chosen.has(index))
  const isGone = [...chosen].some((index) => offered[index]?.repair?.pieces.length === 0)
  const count = areaImport.join && areaImport.joinedArea ? 1 : chosen.size
  return (
    <>
      <p>{text.choose(offered.length)}</p>
      {offered.length > 1 ? (
        <div className="row">
          <ActButton weight="quiet" onPress={() => choose(new Set(offered.keys()))}>
            {text.all}
          </ActButton>
          <ActButton weight="quiet" onPress={() => choose(new Set())}>
            {text.none}
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
                {each.area.name || text.unnamed(index + 1)}{' '}
                <span className="quiet">
                  {text[each.area.kind]}, {sizeOf(each, speech)}
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
          <Label>{text.width}</Label>
          <Input min={MIN_WIDTH_M} max={MAX_WIDTH_M} step={1} />
        </TextField>
      ) : null}
      {areaImport.joinedArea ? (
        <Checkbox className="choice" isSelected={areaImport.join} onChange={areaImport.setJoin}>
          <span className="check" aria-hidden="true" />
          {text.join}
        </Checkbox>
      ) : null}
      <ActButton
        weight="primary"
        blocked={chosen.size === 0 ? text.nothingChosen : isGone ? text.nothingLeft : null}
        onPress={areaImport.use}
      >
        {text.use(count)}
      </ActButton>
    </>
  )
}

const LeftOutWords = ({ areaImport: { found } }: { areaImport: AreaImport }) => {
  const { words } = useSpeech()
  if (!found) return null
  const { points, empty, too_many, hidden, elsewhere } = found.left_out
  return <p className="quiet">{words.area.areaImport.leftOut(points, empty, too_many, hidden, elsewhere)}</p>
}

/** The server's reason in the window's language. */
const useFaultWords = (error: unknown): string | null => {
  const { unreadable } = useSpeech().words.area
  const complaint = error instanceof ApiError ? error.detail?.errors?.[0] : undefined
  const sentence = complaint && (unreadable as Record<string, string>)[complaint.code as AreaFault]
  return sentence?.replace('{line}', String(complaint?.limit ?? '')) ?? null
}

export const ImportBox = ({ inHand: { areaImport } }: { inHand: AreaAtRest }) => {
  const { words } = useSpeech()
  const { areaImport: text } = words.area
  const { name, isReading, error, found, offered } = areaImport
  const fault = useFaultWords(error)
  if (isReading)
    return (
      <p className="hint" role="status">
        {text.reading(name)}
      </p>
    )
  if (!error && !found) return null
  const asksSystem = error instanceof ApiError && error.detail?.errors?.[0]?.code === 'SYSTEM_UNKNOWN'
  return (
    <section className="area-import" aria-label={text.title(name)}>
      <header className="row spread">
        <strong>{offered || error ? text.title(name) : text.read(name)}</strong>
        <IconButton label={words.close} onPress={areaImport.forget}>
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
            {text.outside}
          </p>
          <OtherReadings areaImport={areaImport} />
        </>
      ) : null}
      {found?.is_inside ? <Choices areaImport={areaImport} /> : null}
      <LeftOutWords areaImport={areaImport} />
    </section>
  )
}
