/** The jobs: one pill a row, and how wide their list is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld, START_DATE } from '../support/api-world.ts'
import { openPane } from './pane.ts'

test('a row has one pill; the width of the list is moved by keys and kept', async (t) => {
  const world = await openWorld(t)
  const asked = { klic_type: 'GRAAF', start_date: START_DATE }
  const { job_id } = await world.quote({ ...asked, reference: 'Kerkstraat', submit: true })
  await world.put(job_id, 'ready')
  await world.quote({ ...asked, reference: 'Molenweg' })
  const { screen, user, reload } = await openPane(t, await world.signIn(), '/?table')
  await screen.findByRole('button', { name: 'Kerkstraat' })
  const pills = [...document.querySelectorAll('.jobs-table tbody tr')].map((row) =>
    [...row.querySelectorAll('.pill')].map(({ textContent }) => textContent),
  )
  assert.deepEqual(
    pills.map(({ length }) => length),
    [1, 1],
  )
  assert.ok(pills.flat().includes('Draft'))

  const edge = () => screen.getByRole('separator', { name: 'Width of the list' })
  assert.equal(edge().getAttribute('aria-valuenow'), '300')
  edge().focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  assert.equal(edge().getAttribute('aria-valuenow'), '340')
  reload()
  await screen.findByRole('button', { name: 'Kerkstraat' })
  assert.equal(document.querySelector<HTMLElement>('.window')!.style.getPropertyValue('--own-list'), '340px')
  await user.dblClick(edge())
  assert.equal(edge().getAttribute('aria-valuenow'), '300')
})

test('a job without a reference is called by its street, wherever it is named', async (t) => {
  const world = await openWorld(t)
  const address = { street: 'Kuilerstraat', house_number: 3, city: 'Someren' }
  const { job_id } = await world.quote({ klic_type: 'GRAAF', start_date: START_DATE, address })
  const { screen, reload } = await openPane(t, await world.signIn(), '/?table')
  await screen.findByRole('button', { name: 'Someren, Kuilerstraat' })
  reload(`/?job=${job_id}`)
  await screen.findByRole('heading', { name: /^Someren, Kuilerstraat/ })
})

test('a job that is opened has its panel at once, which says that it is busy until the job has come', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ reference: 'Kerkstraat' })
  const { screen, user } = await openPane(t, await world.signIn(), '/?table')
  const row = await screen.findByRole('button', { name: 'Kerkstraat' })
  const ask = globalThis.fetch
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  globalThis.fetch = async (to, init) => {
    if (String(to).endsWith(`/jobs/${job_id}`)) await held
    return ask(to, init)
  }
  await user.click(row)
  await screen.findByRole('heading', { name: 'One moment…' })
  assert.equal(document.querySelectorAll('.right [aria-busy="true"] span').length, 5)
  release()
  await screen.findByRole('heading', { name: /^Kerkstraat/ })
  assert.equal(document.querySelector('.right .skeleton'), null)
})
