/** A cross-section as a drawing, to the right along the line and downwards into the ground; and the same as a table. */
import type { JobSummary } from '../../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../../server/features/jobs/schema.ts'
import type { Section } from '../../../../server/features/results/schema.ts'
import { useLocale } from '../../../locale.tsx'
import { pick } from '../../../place.ts'
import { namesOf } from './names.ts'
import { SectionFiles } from './SectionFiles.tsx'
import { ticks } from './ticks.ts'

type Crossing = Section['crossings'][number]

const WIDTH = 420
const HEIGHT = 190
const ROOM = { left: 44, right: 14, top: 14, bottom: 26 }
/** Below the ground that is drawn to scale: what lies at a depth that nobody says. */
const UNKNOWN_PX = 26
/** A drawing of nothing deeper still shows a metre of ground. */
const LEAST_DEPTH_M = 1
const pickCrossing = ({ properties: { id } }: Crossing): void => {
  if (typeof id === 'string') pick([id])
}

const Drawing = ({ section, nameOf }: { section: Section; nameOf: ReturnType<typeof namesOf> }) => {
  const { t, number } = useLocale()
  const depths = section.crossings.flatMap(({ depth_m }) => (depth_m === null ? [] : [depth_m]))
  const highest = Math.min(0, ...depths)
  const deepest = Math.max(LEAST_DEPTH_M, ...depths) * 1.1
  const x = (metres: number) => ROOM.left + (metres / section.length_m) * (WIDTH - ROOM.left - ROOM.right)
  const isUnknown = depths.length < section.crossings.length
  const foot = HEIGHT - ROOM.bottom - (isUnknown ? UNKNOWN_PX : 0)
  const y = (depth: number) => ROOM.top + ((depth - highest) / (deepest - highest)) * (foot - ROOM.top)
  const unknownY = foot + UNKNOWN_PX / 2
  return (
    <svg
      className="section-drawing"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('asking.section.picture')}
    >
      <rect className="ground" x={x(0)} y={y(0)} width={x(section.length_m) - x(0)} height={foot - y(0)} />
      {isUnknown ? (
        <>
          <rect className="unknown-depth" x={x(0)} y={foot} width={x(section.length_m) - x(0)} height={UNKNOWN_PX} />
          <text className="unknown" x={x(0) - 6} y={unknownY + 4} textAnchor="end">
            ?
          </text>
        </>
      ) : null}
      {ticks(deepest).map((depth) => (
        <g key={`depth-${depth}`}>
          <line
            className={depth === 0 ? 'surface' : 'rule'}
            x1={x(0)}
            x2={x(section.length_m)}
            y1={y(depth)}
            y2={y(depth)}
          />
          <text x={x(0) - 6} y={y(depth) + 4} textAnchor="end">
            {number(depth, 1)}
          </text>
        </g>
      ))}
      {ticks(section.length_m).map((at) => (
        <g key={`at-${at}`}>
          <line className="rule" x1={x(at)} x2={x(at)} y1={HEIGHT - ROOM.bottom} y2={HEIGHT - ROOM.bottom + 4} />
          <text x={x(at)} y={HEIGHT - 8} textAnchor="middle">
            {number(at, 1)}
          </text>
        </g>
      ))}
      <text x={4} y={12}>
        m
      </text>
      {section.crossings.map((crossing, i) => {
        const { at_m, depth_m, depth_from, properties } = crossing
        const { theme, operator, colour } = nameOf(properties)
        const isMeasured = depth_from === 'object' || depth_from === 'measured'
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the table do the same for keys
          // biome-ignore lint/suspicious/noArrayIndexKey: a line can be crossed twice; the order never changes
          <g key={i} className="crossing" onClick={() => pickCrossing(crossing)}>
            <title>
              {`${number(at_m, 2)} m: ${theme}, ${operator}; ${depth_from ? t(`asking.section.from.${depth_from}`) : t('asking.section.unknown')}`}
            </title>
            {isMeasured ? (
              <circle cx={x(at_m)} cy={y(depth_m!)} r={6} fill={colour} />
            ) : (
              <circle
                className="unmeasured"
                cx={x(at_m)}
                cy={depth_m === null ? unknownY : y(depth_m)}
                r={5}
                style={{ stroke: colour }}
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}

interface SectionViewProps {
  section: Section
  /** Its corners in RD New */
  line: readonly (readonly number[])[]
  job: Job
  summary: JobSummary
}

export const SectionView = ({ section, line, job, summary }: SectionViewProps) => {
  const { t, number, side, theme } = useLocale()
  const nameOf = namesOf(summary, theme, t('asking.selection.noTheme'))
  const metres = (value: number) => `${number(value, 2)} m`
  return (
    <>
      <p role="status">
        <strong>
          {t('asking.section.said', {
            crossings: t('asking.section.crossings', { n: section.crossings.length }),
            length: side(section.length_m),
          })}
        </strong>
      </p>
      {section.crossings.length === 0 ? (
        <p className="quiet">{t('asking.section.nothing')}</p>
      ) : (
        <>
          <Drawing section={section} nameOf={nameOf} />
          {section.crossings.some(({ depth_from }) => depth_from === null || depth_from === 'standard') ? (
            <p className="quiet">{t('asking.section.hollow')}</p>
          ) : null}
          <SectionFiles section={section} line={line} job={job} nameOf={nameOf} />
          <table className="asked">
            <thead>
              <tr>
                <th>{t('asking.section.at')}</th>
                <th>{t('asking.section.what')}</th>
                <th>{t('asking.section.depth')}</th>
              </tr>
            </thead>
            <tbody>
              {section.crossings.map((crossing, i) => {
                const { at_m, depth_m, depth_from, properties } = crossing
                const { theme: themeName, operator, colour } = nameOf(properties)
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line can be crossed twice; the order never changes
                  <tr key={i}>
                    <td>{metres(at_m)}</td>
                    <td>
                      <button type="button" className="asked-object" onClick={() => pickCrossing(crossing)}>
                        <span className="swatch" style={{ background: colour }} />
                        <span>
                          {themeName}
                          <small>{operator}</small>
                        </span>
                      </button>
                    </td>
                    <td>
                      {depth_m === null ? '?' : metres(depth_m)}
                      <small>{depth_from ? t(`asking.section.from.${depth_from}`) : t('asking.section.unknown')}</small>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          <p className="quiet">{t('asking.section.caution')}</p>
        </>
      )}
    </>
  )
}
