/** Corners by numbers while a shape is being made: coordinates, or a length and an angle; and what the pointer measures. */
import type { Position } from 'geojson'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Input, Label, TextField } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import {
  angleOf,
  type CornerDraft,
  type CornerTool,
  canFinish,
  cornerAt,
  FORM,
  oppositeAt,
  sketchedGeometry,
} from '../../map/drawing/corner-draft.ts'
import { distance, surfaceOf } from '../../map/drawing/shape.ts'
import { readCoordinates } from '../../map/read-coordinates.ts'
import { ActButton } from '../../ui/parts.tsx'

const STEPS_M = [0.1, 0.5, 1, 5, 10, 50, 100]

const figureOf = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}
const backToMap = () => document.querySelector<HTMLElement>('.maplibregl-canvas')?.focus({ preventScroll: true })

const Field = ({
  label,
  value,
  onChange,
  inputRef,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  inputRef?: React.Ref<HTMLInputElement>
}) => (
  <TextField className="field" value={value} onChange={onChange}>
    <Label>{label}</Label>
    <Input inputMode="decimal" {...(inputRef ? { ref: inputRef } : {})} />
  </TextField>
)

/** What is being made, of an area or on a result, and the acts that keys and mouse have on the map. */
export interface CornerInput {
  tool: CornerTool
  making: CornerDraft
  hint: string
  put: (at: Position) => void
  finish: () => void
  stop: () => void
  stepM: number
  setStepM: (metres: number) => void
  typed: { figure: string } | null
}

/** What the pointer measures at this moment. */
const Measures = ({ tool, making }: Pick<CornerInput, 'tool' | 'making'>) => {
  const { t, number, side: metres, surface } = useLocale()
  const last = making.corners.at(-1)
  const made = sketchedGeometry(tool, making)
  const side = last && making.cursor && distance(last, making.cursor) > 0 ? [last, making.cursor] : null
  const line = made ? (made.type === 'Polygon' ? made.coordinates[0]! : made.coordinates) : []
  const around = line.slice(1).reduce((sum, at, i) => sum + distance(line[i]!, at), 0)
  const measures = [
    making.cursor ? t('area.making.at', { x: number(making.cursor[0]!, 2), y: number(making.cursor[1]!, 2) }) : null,
    side
      ? t('area.making.side', {
          length: metres(distance(side[0]!, side[1]!)),
          angle: `${number(angleOf(side[0]!, side[1]!), 1)}°`,
        })
      : null,
    around > 0 ? t(FORM[tool] === 'line' ? 'area.making.way' : 'area.making.total', { length: metres(around) }) : null,
    made?.type === 'Polygon' ? surface(surfaceOf(made)) : null,
  ].filter((each) => each !== null)
  return <p className="measures">{measures.join(' · ') || t('area.making.corners', { n: making.corners.length })}</p>
}

type ByNumbers = Omit<CornerInput, 'making'> & {
  corners: CornerDraft['corners']
  /** With the pointer's place, for a length without an angle. */
  now: React.RefObject<CornerDraft>
}

const ByNumbers = memo(({ tool, corners, now, hint, put, finish, stop, stepM, setStepM, typed }: ByNumbers) => {
  const { t, number } = useLocale()
  const [corner, setCorner] = useState('')
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const firstField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!typed) return
    setFirst(typed.figure)
    firstField.current?.focus()
  }, [typed])
  const form = FORM[tool]
  const last = corners.at(-1)

  const place = (at: Position | null, otherwise: string) => {
    setProblem(at ? null : otherwise)
    if (!at) return
    put(at)
    setCorner('')
    setFirst('')
    setSecond('')
    backToMap()
  }
  const placeMeasured = () => {
    const [a, b] = [figureOf(first), figureOf(second)]
    if (form === 'box')
      place(a && b && a > 0 && b > 0 ? oppositeAt(now.current, a, b) : null, t('area.making.notALength'))
    else
      place(
        a !== null && a > 0 ? cornerAt(now.current, a, form === 'circle' ? null : b) : null,
        t('area.making.notALength'),
      )
  }

  const spoken = last
    ? t('area.making.placed', { n: corners.length, x: number(last[0]!, 2), y: number(last[1]!, 2) })
    : ''

  return (
    <>
      <p className="unseen" role="status">
        {spoken}
      </p>
      <form
        className="by-numbers"
        onSubmit={(event) => {
          event.preventDefault()
          place(readCoordinates(corner)?.rd ?? null, t('area.making.notACorner'))
        }}
      >
        <Field label={t('area.making.corner')} value={corner} onChange={setCorner} />
        <ActButton type="submit">{t('area.making.place')}</ActButton>
      </form>
      {last ? (
        <form
          className="by-numbers"
          onSubmit={(event) => {
            event.preventDefault()
            placeMeasured()
          }}
        >
          <Field
            label={
              form === 'box'
                ? t('area.making.boxWidth')
                : form === 'circle'
                  ? t('area.making.radius')
                  : t('area.making.length')
            }
            value={first}
            onChange={setFirst}
            inputRef={firstField}
          />
          {form === 'circle' ? null : (
            <Field
              label={form === 'box' ? t('area.making.boxHeight') : t('area.making.angle')}
              value={second}
              onChange={setSecond}
            />
          )}
          <ActButton type="submit">{t('area.making.place')}</ActButton>
        </form>
      ) : null}
      {problem ? (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="row">
        {form === 'ring' || form === 'line' ? (
          <ActButton weight="primary" blocked={canFinish(tool, corners) ? null : hint} onPress={finish}>
            {t('area.making.done')}
          </ActButton>
        ) : null}
        <ActButton onPress={stop}>{t('area.making.stop')}</ActButton>
        <label className="step">
          {t('area.making.step')}
          <select value={stepM} onChange={(event) => setStepM(Number(event.target.value))}>
            {STEPS_M.map((metres) => (
              <option key={metres} value={metres}>
                {number(metres, 1)} m
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="quiet">{t('area.keysHint')}</p>
    </>
  )
})

export const CornerBox = ({ making, ...others }: CornerInput) => {
  const { t } = useLocale()
  const now = useRef(making)
  useLayoutEffect(() => {
    now.current = making
  }, [making])
  return (
    <section className="making" aria-label={t('area.making.title')}>
      <Measures tool={others.tool} making={making} />
      <ByNumbers {...others} corners={making.corners} now={now} />
    </section>
  )
}
