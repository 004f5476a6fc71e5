/** The corners as a list: the equal alternative to the map, for numbers, for keys and for screen readers. */
import type { Position } from 'geojson'
import { useRef, useState } from 'react'
import { Button, Focusable } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { distance } from '../../map/drawing/shape.ts'
import { CloseIcon, MoveIcon, PlusIcon } from '../../ui/icons.tsx'
import { ActButton, Tipped } from '../../ui/parts.tsx'
import { insertCorner, least, listsOf, moveCorner, removeCorner, withoutRing } from './corner-edits.ts'
import type { SteadyEditor } from './steady-editor.ts'

const SHOWN_FIRST = 40
const COARSE = 10
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Kept as text while one types; a number when one leaves. */
const Figure = ({ label, value, commit }: { label: string; value: number; commit: (value: number) => void }) => {
  const [text, setText] = useState<string | null>(null)
  const leave = () => {
    const number = Number((text ?? '').replace(/\s/g, '').replace(',', '.'))
    if (text !== null && text.trim() !== '' && Number.isFinite(number) && number !== value) commit(number)
    setText(null)
  }
  return (
    <input
      className="figure"
      aria-label={label}
      inputMode="decimal"
      value={text ?? String(value)}
      onChange={(event) => setText(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave()
        if (event.key === 'Escape') setText(null)
      }}
    />
  )
}

export const Corners = ({ editor }: { editor: SteadyEditor }) => {
  const { t, number, length } = useLocale()
  const { draft, act, stepM, mark } = editor
  const [said, say] = useState('')
  const [all, showAll] = useState(false)
  const table = useRef<HTMLDivElement>(null)
  const { shape } = draft
  if (!shape) return null
  const lists = listsOf(shape)
  const total = lists.reduce((sum, list) => sum + list.length, 0)
  const figure = (value: number) => number(value, 3)
  const commit = (next: typeof shape) =>
    act({ do: 'commit', shape: next, next: draft.tool === 'edit' ? 'edit' : 'none' })
  const place = (ring: number, index: number, to: Position) => {
    commit(moveCorner(shape, ring, index, to))
    say(t('area.corners.moved', { n: index + 1, x: figure(to[0]!), y: figure(to[1]!) }))
  }
  const drop = (ring: number, index: number) => {
    if (lists[ring]!.length <= least(shape)) return
    commit(removeCorner(shape, ring, index))
    say(t('area.corners.removed', { n: index + 1 }))
    // The row is gone: the focus goes to the one that took its place.
    const rows = table.current?.querySelectorAll<HTMLElement>(`[data-ring="${ring}"] .grip`)
    rows?.[Math.max(0, index - 1)]?.focus()
  }
  const onGripKey = (event: React.KeyboardEvent, ring: number, index: number) => {
    const direction = ARROWS[event.key]
    const [x, y] = lists[ring]![index]!
    if (direction) {
      const step = stepM * (event.shiftKey ? COARSE : event.altKey ? 1 / COARSE : 1)
      const to = [x! + direction[0] * step, y! + direction[1] * step].map((value) => Math.round(value * 1000) / 1000)
      place(ring, index, to)
    } else if (event.key === 'Delete' || event.key === 'Backspace') drop(ring, index)
    else if (event.key === 'Insert' || event.key === '+') {
      commit(insertCorner(shape, ring, index))
      say(t('area.corners.inserted', { n: index + 2 }))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const nameOf = (ring: number) =>
    shape.kind === 'corridor'
      ? t('area.corners.line')
      : ring === 0
        ? t('area.corners.outline')
        : t('area.corners.hole', { n: ring })
  return (
    <details className="block corners" open={draft.tool === 'edit'}>
      <summary>
        {t('area.corners.title')} <span className="quiet">{total}</span>
      </summary>
      <div ref={table}>
        {lists.map((list, ring) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a ring is known by its number only
          <table key={ring} className="corner-list" data-ring={ring}>
            <caption>
              {nameOf(ring)}
              {ring > 0 ? (
                <Tipped tip={t('area.corners.removeHole')}>
                  <Button
                    className="icon-button small"
                    aria-label={t('area.corners.removeHole')}
                    onPress={() => commit(withoutRing(shape, ring))}
                  >
                    <CloseIcon />
                  </Button>
                </Tipped>
              ) : null}
            </caption>
            <thead>
              <tr>
                <th>{t('area.corners.no')}</th>
                <th>x</th>
                <th>y</th>
                <th>{t('area.corners.side')}</th>
                <th>
                  <span className="unseen">{t('area.change')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.slice(0, all ? undefined : SHOWN_FIRST).map((at, index) => {
                const next = list[index + 1] ?? (shape.kind === 'polygon' ? list[0] : undefined)
                return (
                  <tr
                    // biome-ignore lint/suspicious/noArrayIndexKey: a corner is known by its number only
                    key={index}
                    onFocus={() => mark([ring, index])}
                    onBlur={() => mark(null)}
                  >
                    <td>{index + 1}</td>
                    <td>
                      <Figure
                        label={t('area.corners.x', { n: index + 1 })}
                        value={at[0]!}
                        commit={(x) => place(ring, index, [x, at[1]!])}
                      />
                    </td>
                    <td>
                      <Figure
                        label={t('area.corners.y', { n: index + 1 })}
                        value={at[1]!}
                        commit={(y) => place(ring, index, [at[0]!, y])}
                      />
                    </td>
                    <td className="side">{next ? length(distance(at, next)) : ''}</td>
                    <td className="acts">
                      <Tipped tip={t('area.corners.move', { n: index + 1 })} keys="← ↑ ↓ →">
                        <Focusable>
                          <button
                            type="button"
                            className="icon-button small grip"
                            aria-label={t('area.corners.move', { n: index + 1 })}
                            onKeyDown={(event) => onGripKey(event, ring, index)}
                          >
                            <MoveIcon />
                          </button>
                        </Focusable>
                      </Tipped>
                      <Tipped tip={t('area.corners.insert', { n: index + 1 })}>
                        <Button
                          className="icon-button small"
                          aria-label={t('area.corners.insert', { n: index + 1 })}
                          onPress={() => {
                            commit(insertCorner(shape, ring, index))
                            say(t('area.corners.inserted', { n: index + 2 }))
                          }}
                        >
                          <PlusIcon />
                        </Button>
                      </Tipped>
                      <Tipped tip={t('area.corners.remove', { n: index + 1 })}>
                        <Button
                          className="icon-button small"
                          aria-label={t('area.corners.remove', { n: index + 1 })}
                          isDisabled={list.length <= least(shape)}
                          onPress={() => drop(ring, index)}
                        >
                          <CloseIcon />
                        </Button>
                      </Tipped>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        ))}
      </div>
      {!all && lists.some((list) => list.length > SHOWN_FIRST) ? (
        <ActButton weight="quiet" onPress={() => showAll(true)}>
          {t('area.corners.all', { n: total })}
        </ActButton>
      ) : null}
      <p className="unseen" role="status">
        {said}
      </p>
    </details>
  )
}
