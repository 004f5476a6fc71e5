/**
 * The part of the area editor that stays the same while the pointer moves. The panel's fields are made of this, so that they are not
 * all drawn anew with each move: the answer that the person waits for comes sooner.
 */
import { useMemo } from 'react'
import type { AreaEditor } from './use-area.ts'

/** The same object while its values are the same; its names never change. */
const useSame = <T extends object>(value: T): T =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is its values that count
  useMemo(() => value, Object.values(value))

/** The draft's cursor and sketch are null: where the pointer is does not matter here. */
export const useSteadyEditor = (editor: AreaEditor) => {
  const { area, preview, isFresh, draft } = editor
  const { act, rules, addresses, obstacle, areaImport, snapping, setSnapping, stepM, setStepM, typed, mark } = editor
  const making = useSame({ ...draft.making, cursor: null })
  // The area and its cut, while nobody moves it.
  const cut = useMemo(() => (isFresh && area && preview ? { area, preview } : null), [isFresh, area, preview])
  const hasArea = area !== null
  return useSame({
    draft: useSame({ ...draft, sketch: null, making }),
    act,
    rules,
    addresses,
    obstacle,
    areaImport,
    snapping,
    setSnapping,
    stepM,
    setStepM,
    typed,
    mark,
    hasArea,
    cut,
  })
}
export type SteadyEditor = ReturnType<typeof useSteadyEditor>
