/** The display list of an object, at both ends of every band of scales, against the published styles (shared material). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isBanded, type Mark, sizeAt } from '../../server/imkl/look/display-list.ts'
import { LOOKS } from '../../server/imkl/look/looks.ts'
import { dashAt, pictureFor, rulesFor } from '../../server/imkl/look/one-object.ts'
import { CASING, DRAW_ORDER, type StyledLayer } from '../../server/imkl/look/styles.ts'
import type { Row } from '../../server/imkl/model/layers.ts'
import { shared } from '../support/shared.ts'

const marksOf = (layer: StyledLayer, row: Row, scale: number): Mark[] =>
  rulesFor(LOOKS[layer], row, scale).flatMap(({ marks }) => [...marks])

/** What is drawn, with the sizes and dashes that hold at the scale. */
const drawn = (layer: StyledLayer, row: Row, scale: number): object[] =>
  marksOf(layer, row, scale).map((mark) => {
    if (mark.kind === 'stroke')
      return {
        stroke: mark.colour,
        width: sizeAt(mark.width, scale),
        dash: mark.dash ?? dashAt(mark.dashes, row, scale),
      }
    if (mark.kind === 'spot')
      return { [mark.shape]: mark.fill, size: sizeAt(mark.size, scale), dash: dashAt(mark.edgeDashes, row, scale) }
    if (mark.kind === 'ends') return { ends: mark.sign, length: sizeAt(mark.length, scale), width: mark.width }
    if (mark.kind === 'fill') return { fill: mark.colour, opacity: mark.opacity ?? 1 }
    if (mark.kind === 'symbol')
      return { symbol: pictureFor(mark, row).name, size: sizeAt(mark.size, scale), opacity: mark.opacity ?? 1 }
    return { mark: mark.kind }
  })

const path = shared('domain/imkl-styles.json')
const skip = !path && 'no shared material'
const published = () => JSON.parse(readFileSync(path!, 'utf8'))

interface Band {
  scale_min: number
  scale_max: number
  [of: string]: unknown
}
const scalesOf = ({ scale_min, scale_max }: Band): number[] => [Math.max(scale_min, 1), scale_max]

test('cables, pipes and containers have the width and dash of their status, up to their last scale', { skip }, () => {
  for (const { feature_class: objecttype, styles } of published().line_styles) {
    if (objecttype === 'Mantelbuis') continue
    const layer = ['Duct', 'Kabelbed'].includes(objecttype) ? 'kabel_en_leiding_container' : 'kabel_of_leiding'
    for (const { status, dash_px: dash, bands } of styles) {
      for (const band of bands as Band[]) {
        for (const scale of scalesOf(band))
          assert.deepEqual(
            drawn(layer, { objecttype, status }, scale),
            [{ stroke: 'theme', width: band.width_px, dash }],
            `${objecttype} ${status} 1:${scale}`,
          )
      }
      assert.deepEqual(drawn(layer, { objecttype, status }, bands.at(-1).scale_max + 1), [])
    }
  }
})

test('a casing is a line within a line, closed at its ends', { skip }, () => {
  const { styles } = published().line_styles.find((each: Row) => each.feature_class === 'Mantelbuis')
  for (const { status, bands } of styles) {
    for (const [i, band] of (bands as Band[]).entries()) {
      for (const scale of scalesOf(band))
        assert.deepEqual(drawn('kabel_en_leiding_container', { objecttype: 'Mantelbuis', status }, scale), [
          // Its dashes are those of the guide, for flat ends: see CASING.
          { stroke: 'theme', width: band.outer_width_px, dash: CASING[i]!.size.dash[status as 'functional'] },
          { stroke: band.inner_colour, width: band.inner_width_px, dash: null },
          { ends: 'tick', length: band.end_tick_px, width: band.end_tick_width_px },
        ])
    }
  }
})

test('geometry to scale looks as its owner asks; without an owner it is not drawn', { skip }, () => {
  for (const { owner_classes, fill, fill_opacity, stroke_dash_px, bands } of published().extra_geometry_styles) {
    for (const owner of owner_classes) {
      for (const [status, dash] of Object.entries(stroke_dash_px)) {
        for (const band of bands as Band[])
          for (const scale of scalesOf(band))
            assert.deepEqual(drawn('extra_geometrie', { eigenaar_objecttype: owner, status }, scale), [
              ...(fill === null ? [] : [{ fill, opacity: fill_opacity }]),
              { stroke: 'theme', width: band.width_px, dash },
            ])
      }
    }
  }
  assert.deepEqual(drawn('extra_geometrie', { eigenaar_objecttype: null }, 100), [])
})

test('cabinets and the like are symbols close by, squares farther away, with the edge of their status', {
  skip,
}, () => {
  for (const { feature_class: objecttype, opacity, bands, outline_by_status } of published().container_element_styles) {
    for (const [status, { large, small }] of Object.entries<{ large: unknown; small: unknown }>(outline_by_status)) {
      for (const band of bands as Band[]) {
        for (const scale of scalesOf(band)) {
          const marks = drawn('containerleidingelement', { objecttype, status }, scale)
          const size = band.size_px as number
          if (band.draw === 'square') assert.deepEqual(marks, [{ square: 'theme', size, dash: small }])
          else
            assert.deepEqual(marks, [
              { square: '#ffffff', size, dash: large },
              { symbol: `element-${objecttype}`, size: size * 2, opacity },
              { circle: '#535353', size: 3, dash: null },
            ])
        }
      }
    }
  }
})

test('appurtenances have their symbol, then a circle, then nothing', { skip }, () => {
  const { symbols, bands } = published().appurtenance
  const [near, far] = bands as [Band, Band]
  for (const { symbol } of symbols) {
    assert.deepEqual(drawn('leidingelement', { symbool: symbol }, near.scale_max), [
      { symbol: symbol.replaceAll(' ', '-'), size: near.file_px, opacity: 1 },
    ])
    assert.deepEqual(drawn('leidingelement', { symbool: symbol }, far.scale_min), [
      { circle: 'theme', size: far.size_px, dash: null },
    ])
    assert.deepEqual(drawn('leidingelement', { symbool: symbol }, far.scale_max + 1), [])
  }
})

test('topography, detail information and requests look as published', { skip }, () => {
  const other = published().other_styles
  const { EigenTopografie: topography, ExtraDetailinfo: detail, Graafpolygoon: request } = other
  for (const { status, dash_px: dash } of topography.styles) {
    const line = [{ stroke: topography.colour, width: topography.line_width_px, dash }]
    assert.deepEqual(drawn('eigen_topografie_lijn', { status }, topography.scale_max), line)
    assert.deepEqual(drawn('eigen_topografie_vlak', { status }, topography.scale_max + 1), [])
    for (const band of topography.point.bands as Band[]) {
      const circle = [{ circle: null, size: band.size_px, dash: status === 'plan' ? band.plan_dash_px : null }]
      for (const scale of scalesOf(band)) assert.deepEqual(drawn('eigen_topografie_punt', { status }, scale), circle)
    }
  }
  for (const band of detail.point.bands as Band[])
    for (const scale of scalesOf(band))
      assert.deepEqual(drawn('extra_detailinfo_punt', {}, scale), [
        { symbol: 'detail', size: (band.size_px as number) * 2, opacity: 1 },
      ])
  const { stroke, stroke_width_px: width, dash_px: dash } = request
  assert.deepEqual(drawn('aanvraag_polygoon', { objecttype: 'Graafpolygoon' }, 1000), [{ stroke, width, dash }])
  const { fill, fill_opacity: opacity } = other.Informatiepolygoon
  assert.deepEqual(drawn('aanvraag_polygoon', { objecttype: 'Informatiepolygoon' }, 1000), [{ fill, opacity }])
})

test('arrows have their heads by type, texts their column', () => {
  const ends = (type: string) =>
    marksOf('annotatie_lijn', { type }, 500).flatMap((mark) => (mark.kind === 'ends' ? mark.at : []))
  assert.deepEqual(ends('maatvoeringspijl').toSorted(), ['first', 'last'])
  assert.deepEqual(ends('annotatiepijlEnkelgericht'), ['last'])
  assert.deepEqual(ends('maatvoeringshulplijn'), [])
  const kinds = (layer: StyledLayer, row: Row) => marksOf(layer, row, 500).map(({ kind }) => kind)
  assert.deepEqual(kinds('annotatie_punt', { type: 'annotatiepijlpunt' }), ['arrow'])
  assert.deepEqual(kinds('annotatie_punt', { type: 'annotatielabel' }), ['label'])
  assert.deepEqual(kinds('diepte', { objecttype: 'DiepteNAP' }), ['symbol', 'label'])
  assert.deepEqual(marksOf('diepte', {}, 501), [])
})

test('bands grow, and every object of every layer is drawn at the closest scale, with any values', () => {
  for (const layer of DRAW_ORDER) {
    const ownerless = layer === 'extra_geometrie'
    assert.equal(marksOf(layer, {}, 100).length === 0, ownerless, layer)
    for (const mark of LOOKS[layer].rules.flatMap(({ marks }) => marks)) {
      const size = mark.kind === 'stroke' ? mark.width : 'size' in mark ? mark.size : 0
      if (!isBanded(size)) continue
      const scales = size.map(({ upTo }) => upTo)
      assert.deepEqual(
        scales,
        scales.toSorted((a, b) => a - b),
      )
    }
  }
})
