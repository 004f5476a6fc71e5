/** A rule-based renderer of QGIS from a list of rules: who is drawn how, up to which scale, under which name. */
import { ruleBound } from './expressions.ts'
import { type QgisSymbol, symbolXml } from './symbols.ts'
import { el, type Xml } from './xml.ts'

export interface QgisRule {
  readonly label: string
  readonly symbol: QgisSymbol
  /** Expression; left out: all features. 'ELSE': those that no other rule takes. */
  readonly filter?: string | undefined
  /** Largest scale number at which it draws, that one included. */
  readonly upTo?: number | undefined
  /** False: known, but switched off until somebody ticks it. */
  readonly on?: boolean
}

/** Of a layer. QGIS reckons a scale of 1:500 as 1:500.0000001 at times, and draws no layer beyond its bound. */
export const justBeyond = (scale: number): number => scale + 0.01

/** @param levels draw by the `pass` of the symbol layers instead of feature by feature */
export const rendererXml = (rules: readonly QgisRule[], levels = false): Xml =>
  el(
    'renderer-v2',
    { type: 'RuleRenderer', symbollevels: levels, forceraster: 0, enableorderby: 0 },
    el(
      'rules',
      { key: '{root}' },
      ...rules.map(({ label, filter, upTo, on }, i) =>
        el('rule', {
          key: `{rule-${i}}`,
          symbol: i,
          label,
          filter,
          ...(upTo === undefined ? {} : { scalemindenom: 0, scalemaxdenom: ruleBound(upTo) }),
          ...(on === false ? { checkstate: 0 } : {}),
        }),
      ),
    ),
    el('symbols', {}, ...rules.map(({ symbol }, i) => symbolXml(symbol, String(i)))),
  )
