/** What a cross-section is saved as: a drawing whose millimetres are the ground's by the scale that it says, and a table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SectionFile, sectionCsv, sectionSvg } from '../../renderer/features/results/query-tools/section-file.ts'
import { lngLatFromRd } from '../../server/geometry/rd/for-clients.ts'
import { translate } from '../../server/texts/texts.ts'

const en = translate('en')
const nl = translate('nl')

type Crossing = SectionFile['section']['crossings'][number]

const crossing = (at_m: number, depth_m: number | null, depth_from: Crossing['depth_from']): Crossing => ({
  at_m,
  lnglat: lngLatFromRd([155_000, 463_000]) as [number, number],
  layer: 'kabel_of_leiding',
  properties: { id: `nl.imkl-${at_m}` },
  depth_m,
  depth_from,
})
const file = (crossings: Crossing[], t = en, locale = 'en-GB'): SectionFile => ({
  section: { length_m: 24, crossings },
  title: 'Cross-section: <Kerk & Co>',
  remarks: ['=not a formula'],
  t,
  locale,
  nameOf: ({ id }) => ({ theme: `theme ${id}`, operator: 'Gasnet', colour: '#ffd750' }),
})
const THREE = [crossing(6, 1, 'object'), crossing(12, 0.6, 'standard'), crossing(18, null, null)]

test('distances on the drawing are those on the ground by the scales that it says', () => {
  const svg = sectionSvg(file(THREE))
  const [, along, down] = /along 1:(\d+), depth 1:(\d+)/.exec(svg)!.map(Number)
  const places = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)])
  assert.equal(places.length, 3)
  const [[x1, y1], [x2, y2], [x3]] = places as [[number, number], [number, number], [number]]
  const off = (is: number, should: number) => assert.ok(Math.abs(is - should) < 0.02, `${is}, not ${should}`)
  off(x2 - x1, 6000 / along!)
  off(x3 - x2, 6000 / along!)
  off(y1 - y2, 400 / down!)
  // As large as its paper says.
  assert.match(svg, /width="297mm" height="210mm" viewBox="0 0 297 210"/)
  assert.ok(x3 < 297)
})

test('what is not measured is hollow, and what nobody says is no depth', () => {
  const circles = [...sectionSvg(file(THREE)).matchAll(/<circle [^>]*fill="([^"]+)"/g)].map(([, fill]) => fill)
  assert.deepEqual(circles, ['#ffd750', '#fff', '#fff'])
  assert.deepEqual(
    sectionCsv(file(THREE, nl, 'nl-NL'))
      .split('\r\n')
      .slice(1, 4)
      .map((line) => line.split(';').slice(1, 6)),
    [
      ['6,00', '155000,000', '463000,000', '1,00', 'opgegeven'],
      ['12,00', '155000,000', '463000,000', '0,60', 'standaarddiepte'],
      ['18,00', '155000,000', '463000,000', '', 'onbekend'],
    ],
  )
})

test('names stay names, and many crossings make the sheet longer', () => {
  const many = sectionSvg(file(Array.from({ length: 60 }, (_, n) => crossing(n / 3, 0.5, 'object'))))
  assert.match(many, /&lt;Kerk &amp; Co&gt;/)
  const [, height] = /height="(\d+)mm"/.exec(many)!
  const lowest = Math.max(...[...many.matchAll(/<text x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y)))
  assert.ok(lowest < Number(height) && Number(height) > 210)
  assert.match(sectionCsv(file(THREE)), /\r\n'=not a formula\r\n/)
})
