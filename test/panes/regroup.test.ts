/** An imported job with the wrong notifications is split and joined; the worker makes each result anew. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { waitFor, within } from '@testing-library/dom'
import { ImportResult, SEVERAL_FILES } from '../../server/features/imports/schema.ts'
import type { Job } from '../../server/features/jobs/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { shown } from '../support/api-world.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { workingWorld } from '../support/working-world.ts'
import { openPane } from './pane.ts'

describe('an imported job with the wrong notifications', () => {
  const world = workingWorld()

  /** One job of two deliveries, with its result. */
  const imported = async (...numbers: [string, string]): Promise<string> => {
    const { window } = await world().signIn()
    const files: { name: string; bytes: Buffer }[] = []
    for (const [index, number] of numbers.entries()) {
      const west = 155_000 + index * 60
      const box: [number, number, number, number] = [west, 390_000, west + 40, 390_040]
      const path = await simulatedDelivery(world().dataDir, number, box, { klicType: 'GRAAF' })
      files.push({ name: basename(path), bytes: readFileSync(path) })
    }
    const list = JSON.stringify(files.map(({ name, bytes }) => ({ name, bytes: bytes.length })))
    const raw = Buffer.concat([Buffer.from(`${list}\n`), ...files.map(({ bytes }) => bytes)])
    const headers = { 'Content-Type': SEVERAL_FILES }
    const { job } = shown(ImportResult, await window('/imports?jobs=one', { method: 'POST', raw, headers }), 201)
    return (await ready(job.job_id, 1)).job_id
  }
  const ready = async (id: string, revision: number): Promise<Job> => {
    await world().workUntil(async () => {
      const job = await world().job(id)
      return job.status === 'ready' && job.revision === revision
    })
    return world().job(id)
  }
  const openRegion = async (t: TestContext, id: string, title: string, language: 'en' | 'nl' = 'en') => {
    const pane = await openPane(t, await world().signIn(), `/?job=${id}`, { language })
    const region = () => within(document.querySelector<HTMLElement>('.regroup')!)
    const isThere = () =>
      waitFor(() => assert.equal(document.querySelector('.regroup')?.getAttribute('aria-label'), title))
    await isThere()
    return {
      ...{ ...pane, region, isThere },
      press: async (name: string | RegExp) => pane.user.click(await region().findByRole('button', { name })),
      choose: async (name: string, option: string | RegExp) => {
        const box = await region().findByRole('combobox', { name })
        await pane.user.selectOptions(box, await within(box).findByRole('option', { name: option }))
      },
    }
  }

  test('is split by KLIC number and joined again; the address of the joined job opens the one that is left', async (t) => {
    const id = await imported('26G000001', '26G000002')
    const { region, isThere, press, choose, reload, panel } = await openRegion(t, id, 'Split or join')
    await press('Split into jobs…')
    await choose('Job of 26G000001', 'A job of its own')
    await press('Split into 2 jobs')
    await region().findByText('Split off:')
    const left = await ready(id, 2)
    const [moved] = left.split_into
    const other = await ready(moved!, 1)
    assert.deepEqual([left.klic_numbers, other.klic_numbers], [['26G000002'], ['26G000001']])

    // The list of jobs knows what was split off.
    await press('Join with…')
    await choose('Other job', /26G000001/)
    await press(/^Join$/)
    await waitFor(() => assert.ok(!document.querySelector('.regroup select')))
    const joined = await ready(id, 3)
    assert.deepEqual(joined.klic_numbers.toSorted(), ['26G000001', '26G000002'])
    assert.equal((await world().job(moved!)).job_id, id)
    reload(`/?job=${moved}`)
    await isThere()
    await panel().findAllByText(/26G000001/)
    await waitFor(() => assert.equal(new URL(location.href).searchParams.get('job'), id))
    await press('Join with…')
    await region().findByText('There is no other imported job of this kind.')
  })

  test('what stands in the way is said in the language of the window', async (t) => {
    const id = await imported('26G000003', '26G000004')
    const { window } = await world().signIn()
    const split = await window(`/jobs/${id}/split`, { method: 'POST', body: { jobs: [['26G000003']] } })
    assert.equal(split.status, 200)
    const [other] = (await ready(id, 2)).split_into
    await ready(other!, 1)
    const work = { begun_on: dutchDate(Date.now()), begun_by: null, place: null, ended_on: null, remark: null }
    assert.equal((await window(`/jobs/${id}/digging/work`, { method: 'PUT', body: work })).status, 200)
    const { region, press, choose } = await openRegion(t, id, 'Splitsen of samenvoegen', 'nl')
    await press('Samenvoegen met…')
    await choose('Andere opdracht', /26G000003/)
    await press(/^Samenvoegen$/)
    const alert = await region().findByRole('alert')
    assert.match(alert.textContent, /Begin of einde van het werk is maar voor een deel van deze opdrachten vastgelegd/)
  })
})
