/**
 * All that walks over the numbers of an area, beside the event loop: a street is read and cut at once, because crossing to
 * a thread costs more than that; what may take longer goes to a thread, so that nobody else's answer waits for it. Threads
 * are shared out by company, and no company takes the last one; what is short has one of its own, and waits for no cut.
 * Only its own time in the thread counts against a question: what takes too long ends with its thread, and nothing else
 * does.
 */

import type { AllSheets } from '../../exports/print/corridor-sheets.ts'
import { emptyExtent, isEmpty, widen } from '../../geometry/flat.ts'
import { REGISTRY_LIMITS } from '../../geometry/registry-limits.ts'
import { ANSWER_QUEUE, fairLimit, type LimitBounds, nobodyWaits, type Requester } from '../../platform/fair-limit.ts'
import { JsonText, type RawJson } from '../../platform/json-text.ts'
import { AskedThread } from '../../platform/processes/question-thread.ts'
import { attachRawGeometry, type ParsedBody, readBodyWithAreas } from '../../platform/read-json.ts'
import { Refusal, type RefusalCode, TryLater } from '../../platform/refusal.ts'
import {
  type AreaPlan,
  type AreaRequest,
  type CheckedArea,
  type InDegrees,
  inDegrees,
  type LayOutSheets,
  layOutSheets,
  type Normalise,
  normalise,
  type Survey,
  survey,
  type ToLayOut,
  type ToSurvey,
} from './survey.ts'

export type SurveyQuestion =
  | { survey: ToSurvey }
  | { normalise: AreaRequest }
  | { inDegrees: RawJson }
  | { sheets: ToLayOut }
  | { read: Uint8Array }
export type SurveyAnswer = AreaPlan | CheckedArea | RawJson | AllSheets[] | ParsedBody

/**
 * What a body says; its areas stay text, see `rawGeometry`.
 * @throws Refusal MALFORMED_JSON
 * @throws TryLater when too many others are read
 */
export type ReadBody = (bytes: Uint8Array, asker: Requester) => Promise<unknown>

export interface SurveyPool {
  readonly survey: Survey
  readonly normalise: Normalise
  readonly inDegrees: InDegrees
  readonly allSheets: LayOutSheets
  readonly readBody: ReadBody
  close(): Promise<void>
}

/** Up to here it takes a millisecond to read. */
const INLINE_BYTES = 8 * 1024
/** Above either, a cut may take longer than 20 ms. */
const INLINE_POSITIONS = 100
const INLINE_TILES = 4
/** An area whose cut takes this long is refused: the thread is needed for others. */
const LONGEST_RUN_MS = 30_000
/** A run whose caller has left goes on this long. A window that draws asks all the time, and a new thread would cost more. */
const ABANDONED_RUN_MS = 1000

export interface PoolOptions {
  /** Of one company; others have one more */
  threads?: number
  /** Bytes of the RDNAPTRANS2018 grid for the threads; the caller's own thread has its own */
  grid?: ArrayBuffer | null
  /** Where the thread's code is, when everything is bundled into one file */
  threadFile?: URL
  /** Start the threads now, so that the first large area need not wait for one */
  warm?: boolean
  longestRunMs?: number
  queue?: Omit<LimitBounds, 'atOnce'>
}

/** Asked one question at a time: it never says to ask again. */
type SurveyThread = AskedThread<SurveyQuestion, SurveyAnswer>

export function createSurveyPool({
  threads = 1,
  grid = null,
  threadFile = new URL('./survey-thread.ts', import.meta.url),
  warm = false,
  longestRunMs = LONGEST_RUN_MS,
  queue = ANSWER_QUEUE,
}: PoolOptions = {}): SurveyPool {
  const all = new Set<SurveyThread>()
  let isClosed = false
  const threadsFor = (atOnce: number, begin = 0) => {
    const idle: SurveyThread[] = []
    const start = (): SurveyThread => {
      const thread: SurveyThread = new AskedThread(threadFile, {
        name: 'survey thread',
        data: grid,
        longestRunMs,
        tooMuch: tooLong,
      })
      all.add(thread)
      return thread
    }
    for (let i = 0; i < begin; i++) idle.push(start())
    return fairLimit(
      { atOnce, ...queue },
      (_question: SurveyQuestion, asker: Requester) => asker,
      async (question, { signal }) => {
        if (isClosed) throw new TryLater('The server is stopping.', { reason: 'busy' })
        const thread = idle.pop() ?? start()
        let abandoned: NodeJS.Timeout | undefined
        const onGone = (): void => {
          abandoned = setTimeout(() => void thread.end(nobodyWaits()), ABANDONED_RUN_MS)
        }
        signal?.addEventListener('abort', onGone)
        try {
          return (await thread.ask(question)) as SurveyAnswer
        } finally {
          clearTimeout(abandoned)
          signal?.removeEventListener('abort', onGone)
          if (thread.isAlive) idle.push(thread)
          else all.delete(thread)
        }
      },
    )
  }
  const inThread = threadsFor(threads, warm ? threads : 0)
  // What takes seconds never stands before what somebody waits for.
  const thorough = threadsFor(Math.max(1, threads - 1))
  const soon = threadsFor(1)
  return {
    survey: async (input, asker) => {
      if (isSmall(input)) {
        const first = survey({ ...input, effort: 'first' })
        if (input.effort === 'first' || !first.canImprove) return first
      }
      const lane = (input.effort ?? 'best') === 'best' ? thorough : inThread
      return (await lane({ survey: input }, asker)) as AreaPlan
    },
    normalise: async (given, asker) =>
      isShort(given.geometry) ? normalise(given) : ((await inThread({ normalise: given }, asker)) as CheckedArea),
    inDegrees: async (rings, asker) => {
      const { text } = isShort(rings) ? inDegrees(rings) : ((await soon({ inDegrees: rings }, asker)) as RawJson)
      return new JsonText(text)
    },
    allSheets: async (rings, wishes, asker) =>
      isShort(rings)
        ? layOutSheets({ rings, wishes })
        : ((await soon({ sheets: { rings, wishes } }, asker)) as AllSheets[]),
    readBody: async (bytes, asker) =>
      attachRawGeometry(
        bytes.length <= INLINE_BYTES ? readBodyWithAreas(bytes) : ((await soon({ read: bytes }, asker)) as ParsedBody),
      ),
    close: async () => {
      isClosed = true
      await Promise.all([...all].map((thread) => thread.end(new Error('The surveys have ended'))))
    },
  }
}

const tooLong = (): Refusal => {
  const code: RefusalCode = 'GEOMETRY_TOO_LARGE'
  const message = 'This area could not be cut in time. Simplify its outline, or ask for it in several jobs.'
  return new Refusal(code, message, { complaints: [{ pointer: '/geometry', code, message }] })
}

const isShort = ({ text }: RawJson): boolean => text.length <= INLINE_BYTES

const ringsOf = ({ text }: RawJson): unknown[] => {
  const rings = (JSON.parse(text) as { coordinates?: unknown } | null)?.coordinates
  return Array.isArray(rings) ? rings : []
}

/** By the numbers alone, before anything is checked: degrees are taken as such when they could be. */
function isSmall(input: ToSurvey): boolean {
  const { geometry, klicType, cutRules } = input
  // Judging a part by rules needs a clipping library, which is slow.
  if (cutRules || !isShort(geometry)) return false
  const extent = emptyExtent()
  let positions = 0
  for (const ring of ringsOf(geometry)) {
    positions += Array.isArray(ring) ? ring.length : 1
    if (positions > INLINE_POSITIONS) return false
    if (!Array.isArray(ring)) continue
    for (const position of ring) {
      const [x, y] = Array.isArray(position) ? position : []
      if (typeof x !== 'number' || typeof y !== 'number') continue
      widen(extent, [x, y])
    }
  }
  if (isEmpty(extent)) return true
  const { minX, minY, maxX, maxY } = extent
  const inDegrees = Math.max(maxX, maxY) <= 180
  const [xM, yM] = inDegrees ? [70_000, 112_000] : [1, 1]
  const { partSideM } = REGISTRY_LIMITS[klicType]
  return Math.ceil(((maxX - minX) * xM) / partSideM) * Math.ceil(((maxY - minY) * yM) / partSideM) <= INLINE_TILES
}
