/** The settings in a real browser at the real server with its worker and simulator, by role and name. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright'
import { Webhook } from 'standardwebhooks'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { DemoWorld, type Language, OWNER } from '../support/demo-world.ts'
import { rdBox } from '../support/rd-box.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'
import { hasAttribute, hasValue, lists, shows } from '../support/waits.ts'

describe('settings', { skip: noBrowser, timeout: SUITE_MS }, () => {
  const demo = new DemoWorld()
  let browser: Browser
  before(async () => {
    await demo.open()
    browser = await startBrowser({ withMap: false })
  })
  after(async () => {
    await browser?.close()
    await demo.close()
  })

  const pageIn = async (context: BrowserContext, path: string): Promise<Page> => {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(demo.url + path)
    return page
  }
  /** A page of one's own; fails when the page reports an error. */
  const at = async (
    path: string,
    work: (page: Page, context: BrowserContext) => Promise<void>,
    look: { signedIn?: boolean; language?: Language } = {},
  ): Promise<void> => {
    const context = await demo.context(browser, { language: 'en', scheme: 'light', ...look })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const errors: string[] = []
    context.on('weberror', (error) => errors.push(error.error().message))
    try {
      await work(await pageIn(context, path), context)
      assert.deepEqual(errors, [])
    } finally {
      await context.close()
    }
  }
  const asksForPairings = (page: Page): string[] => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/pairings')) asked.push(request.url())
    })
    return asked
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true })

  test('the settings cover neither the search nor the label of the registry', () =>
    at('/?settings=keys', async (page) => {
      await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
      for (const width of [1280, 1000]) {
        await page.setViewportSize({ width, height: 720 })
        const boxes = await Promise.all(
          ['.search-field', '.banner', '.right'].map((each) => page.locator(each).boundingBox()),
        )
        const [search, banner, panel] = boxes as { x: number; y: number; width: number; height: number }[]
        assert.ok(search!.x + search!.width <= banner!.x, 'the search ends where the label begins')
        assert.ok(search!.width >= 150)
        for (const above of [search, banner]) assert.ok(above!.y + above!.height <= panel!.y)
      }
    }))

  test('nothing of the bar that saves is cut off where 1280 x 720 is enlarged to 200 %', () =>
    at('/?settings=billing', async (page) => {
      await page.setViewportSize({ width: 640, height: 360 })
      const save = page.locator('.save-bar').getByRole('button', { name: 'Save' })
      // With nothing to save it takes no room from what there is to read.
      assert.ok((await save.boundingBox())!.y > 360)
      await field(page, 'Purchase number').fill('4500012345')
      const { y, height } = (await save.boundingBox())!
      assert.ok(y + height <= 360 - 4, `it ends at ${y + height}`)
      // Between the name above and the bar below more is seen than two lines.
      await page.locator('.settings .panel-body').getByRole('textbox').last().scrollIntoViewIfNeeded()
      const bar = (await page.locator('.save-bar').boundingBox())!
      const head = (await page.locator('.settings .panel-head, .right .panel-head').first().boundingBox())!
      const free = bar.y - Math.max(0, head.y + head.height)
      assert.ok(free >= 150, `${free} of 360 pixels are left`)
    }))

  test('origins of web pages are typed in one line, judged before they are saved, and kept as a browser spells them', () =>
    at('/?settings=keys', async (page) => {
      const origins = field(page, 'Website addresses')
      await origins.fill('https://gis.example/ http://elsewhere.example')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(/each starting with https/).waitFor()
      await origins.fill('https://GIS.example/, http://localhost:5173 ')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(/^Saved at/).waitFor()
      await hasValue(origins, 'https://gis.example http://localhost:5173')
      await origins.fill('')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(/^Saved at/).waitFor()
    }))

  test('what is wrong is said at the field; what is not saved outlives another page and a reload; saving says so', () =>
    at('/?settings=billing', async (page) => {
      await field(page, 'Relation number at Kadaster').fill('12a')
      await field(page, 'Daily limit (€)').fill('399,50')
      await button(page, 'Save').click()
      await page.getByText('At most ten digits.', { exact: true }).waitFor()
      await page.getByText('Check 1 field.').waitFor()
      assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-invalid")'), 'true')
      await field(page, 'Relation number at Kadaster').fill('771234')
      await button(page, 'Webhooks').click()
      await page.getByRole('img', { name: 'not saved yet' }).waitFor()
      await page.reload()
      await page.getByRole('navigation', { name: 'Settings' }).getByText('Billing').click()
      await hasValue(field(page, 'Relation number at Kadaster'), '771234')
      await hasValue(field(page, 'Daily limit (€)'), '399.50')
      await button(page, 'Save').click()
      await page.getByText(/^Saved at/).waitFor()
      const settings = (await demo.ask('/settings')) as Record<string, unknown>
      assert.equal(settings['billing.relation_number'], '0000771234')
      assert.equal(settings['billing.daily_limit_cents'], 39_950)
      await field(page, 'Relation number at Kadaster').fill('900001')
      await button(page, 'Save').click()
      await page.getByText(/^Saved at/).waitFor()
    }))

  test('an organisation, a client of its own and kinds of work are kept as the registry wants them', () =>
    at('/?settings=company', async (page) => {
      await page.getByText('Another organisation', { exact: true }).click()
      await button(page, 'Save').click()
      await page.getByText(/^Check \d+ fields\.$/).waitFor()
      const client = page.getByRole('group', { name: 'Client', exact: true })
      const inClient = async (name: string, text: string) => client.getByLabel(name, { exact: true }).fill(text)
      await inClient('Organisation name', 'Gemeente Best')
      await inClient('Street', 'Raadhuisplein')
      await inClient('Number', '1')
      await inClient('Postcode', '5683 ea')
      await inClient('Town', 'Best')
      const contact = page.getByRole('group', { name: 'Contact person of the client' })
      await contact.getByLabel('Name').fill('Ans Opdracht')
      await contact.getByLabel('Telephone').fill('bel mij')
      await contact.getByLabel('E-mail').fill('ans@best.example')
      await page.getByText('A telephone number: digits, spaces, and + - ( ) only.').waitFor()
      await contact.getByLabel('Telephone').fill('0499 360 360')
      await page.getByLabel('Add…: For excavation notifications').selectOption({ label: 'laying gas pipes' })
      await button(page, 'Save').click()
      await page.getByText(/^Saved at/).waitFor()
      const settings = (await demo.ask('/settings')) as Record<string, unknown>
      assert.deepEqual(settings['registry.works.graaf'], ['kabelsLeidingenLeggen', 'gasleidingLeggen'])
      const { organisation } = settings['registry.principal'] as { organisation: { address: object; kvk_number: null } }
      assert.equal(organisation.kvk_number, null)
      assert.deepEqual(organisation.address, {
        bag_id: null,
        street: 'Raadhuisplein',
        house_number: 1,
        house_letter: null,
        house_number_addition: null,
        postcode: '5683EA',
        city: 'Best',
        country: 'NLD',
      })
    }))

  test('a key with a limit of its own opens the API until it is revoked', () =>
    at('/?settings=keys', async (page) => {
      await field(page, 'What is it for?').fill('ERP')
      await page.getByText('Read and submit', { exact: true }).click()
      await field(page, 'Daily limit (€)').fill('80')
      await button(page, 'Create key').click()
      await page.getByText('Copy this key now.').waitFor()
      const secret = (await page.locator('.secret code').textContent())!
      const jobs = () => fetch(`${demo.url}/api/v1/jobs`, { headers: { 'X-API-Key': secret } })
      assert.equal((await jobs()).status, 200)
      await page.getByText('at most €80.00 per day').waitFor()
      await button(page, 'Revoke: ERP').click()
      await button(page, 'Revoke').click()
      await page.getByText(/Revoked on/).waitFor()
      assert.equal((await jobs()).status, 401)
    }))

  test('what happened while nobody is told stands in the log, without a recipient', async () => {
    const asked = { geometry: rdBox(155_000, 390_000, 60), klic_type: 'ORIENT', reference: 'Untold', submit: true }
    const { job_id } = (await demo.ask('/jobs', 'POST', asked)) as { job_id: string }
    await until(async () => ((await demo.ask(`/jobs/${job_id}`)) as { status: string }).status === 'ready')
    await at('/?settings=webhooks', async (page) => {
      const log = page.getByRole('region', { name: 'Delivery log' })
      await log.getByText('Events that happened without an address are under “No recipient”.').waitFor()
      await log.getByRole('combobox').selectOption('No recipient')
      await log
        .getByRole('listitem')
        .filter({ hasText: 'job.ready' })
        .getByText('No recipient', { exact: true })
        .waitFor()
    })
  })

  test('an event is told, signed with the secret that is shown, stands in the log, and is sent again on demand', async () => {
    const received: { headers: Record<string, string>; body: string }[] = []
    const listener: Server = createServer((req, res) => {
      let body = ''
      req.on('data', (chunk) => {
        body += chunk
      })
      req.on('end', () => {
        received.push({ headers: req.headers as Record<string, string>, body })
        res.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    try {
      await at('/?settings=webhooks', async (page) => {
        await hasAttribute(button(page, 'Send test event'), 'aria-disabled', 'true')
        await field(page, 'Address of your server').fill(
          `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`,
        )
        await button(page, 'Save').click()
        await page.getByText(/^Saved at/).waitFor()
        await button(page, 'Send test event').click()
        const log = page.getByRole('region', { name: 'Delivery log' })
        await log.getByText('Delivered').last().waitFor()
        await button(page, 'Show').click()
        const secret = (await page.locator('.copyable code').first().textContent())!
        new Webhook(secret).verify(received[0]!.body, received[0]!.headers)
        await log.getByRole('button', { name: /^Send again/ }).click()
        await until(() => received.length === 2)
        assert.equal(received[1]!.headers['webhook-id'], received[0]!.headers['webhook-id'])
        await log.getByText('2 attempts').waitFor()
        await button(page, 'Create new secret').click()
        await button(page, 'Are you sure?').click()
        await page
          .getByText(/^Previous secret, valid until/)
          .first()
          .waitFor()
      })
    } finally {
      await new Promise((resolve) => listener.close(resolve))
    }
  })

  test('the connection to the simulator works, step by step; the test environment says what it lacks', () =>
    at('/?settings=registry', async (page) => {
      const box = page.getByRole('region', { name: 'Test the connection' })
      await box.getByRole('button', { name: 'Test the connection' }).click()
      await box.getByText('The connection works.').waitFor()
      await shows(box.getByRole('listitem'), 6)
      await box.getByLabel('Connection to').selectOption('eto')
      await box.getByRole('button', { name: 'Test the connection' }).click()
      await box.getByText('There are no credentials for this environment').waitFor()
      await box.getByText('The connection does not work yet').waitFor()
    }))

  test('the simulator takes its scene and its speed from here', () =>
    at('/?settings=simulator', async (page) => {
      await page.getByLabel('Scenario for all later orders').selectOption('partial')
      await page.getByText('Chosen.').waitFor()
      await page.getByLabel('Speed of later orders').selectOption('240')
      await until(async () => ((await demo.ask('/simulator')) as { factor: number }).factor === 240)
      assert.equal(((await demo.ask('/simulator')) as { scenario: string }).scenario, 'partial')
      await page.getByLabel('Scenario for all later orders').selectOption('')
    }))

  test('the page Status says why a check failed, and that other machines do not see the files of this one', () =>
    at('/?settings=account', async (page) => {
      const words = 'This machine sees another storage than the others: check STORAGE_URL.'
      await page.route('**/dashboard/api/status', async (route) => {
        const answer = await route.fetch()
        const status = await answer.json()
        const checks = { ...status.checks, installation: 'failed' }
        await route.fulfill({ json: { ...status, checks, causes: { installation: words }, files_apart: true } })
      })
      await page.goto(`${demo.url}/?settings=status`)
      const failed = page.getByRole('alert').filter({ hasText: 'This machine does not match the installation.' })
      await failed.getByText(words).waitFor()
      await page.getByRole('alert').filter({ hasText: 'STORAGE_URL is not set' }).waitFor()
    }))

  test('language and colours change at once, and stay', () =>
    at('/?settings=look', async (page) => {
      await page.getByRole('combobox', { name: 'Language' }).selectOption('nl')
      await page.getByRole('heading', { name: 'Taal en uiterlijk' }).waitFor()
      await page.getByLabel('Kleuren').selectOption('dark')
      await page.reload()
      await page.getByRole('heading', { name: 'Taal en uiterlijk' }).waitFor()
      assert.equal(await page.evaluate('document.documentElement.dataset.scheme'), 'dark')
      assert.equal(await page.evaluate('document.documentElement.lang'), 'nl')
    }))

  test('the owner is made at the desk, invites a viewer, and each may in the window what the role says', async () => {
    let token = ''
    await at('/?settings=users', async (page) => {
      await field(page, 'Name').fill(OWNER.name)
      await field(page, 'Work e-mail').fill('olga@gmail.com')
      await page.getByLabel('Password').fill('short')
      await button(page, 'Create owner').click()
      await page.getByText('This is too short.').waitFor()
      await page.getByLabel('Password').fill(OWNER.password)
      await button(page, 'Create owner').click()
      await page.getByText('Use a work e-mail address').waitFor()
      await field(page, 'Work e-mail').fill(OWNER.email)
      await button(page, 'Create owner').click()
      await page.getByText('not signed in yet').waitFor()
      // Nobody elsewhere can open a link to this computer alone: it is said, and none is offered.
      await page.getByText('an invitation does not work on another one').waitFor()
      await shows(button(page, 'Create link'), 0)
      token = (await demo.invite('viewer', 'vera@graafbedrijf.example')).token
    })
    await at(
      '/',
      async (page, context) => {
        await page.getByRole('heading', { name: 'Sign in to KLIC Desktop' }).waitFor()
        await field(page, 'Work e-mail').fill(OWNER.email)
        await page.getByLabel('Password').fill('not this one, alas')
        await button(page, 'Sign in').click()
        await page.getByText('E-mail address or password is incorrect.').waitFor()
        await page.getByLabel('Password').fill(OWNER.password)
        const asked = asksForPairings(page)
        await button(page, 'Sign in').click()
        await button(page, 'New area').waitFor()
        // Who decides on programs that ask for a key looks whether one does.
        await until(() => asked.length > 0)
        // Who did something is a person there, too: no id.
        await button(page, 'Projects').click()
        await field(page, 'Project name').fill('Of the owner')
        await button(page, 'New project').click()
        await page.getByRole('heading', { name: 'Of the owner' }).waitFor()
        await page.getByText('Log', { exact: false }).last().click()
        const made = page.locator('.log li', { hasText: 'Project created' })
        await made.getByText(new RegExp(`, ${OWNER.name}$`)).waitFor()
        await page.goto(`${demo.url}/?settings=account`)
        await page.getByText(`Signed in as ${OWNER.name}`).waitFor()
        await button(page, 'Sign out').click()
        await page.getByRole('heading', { name: 'Sign in to KLIC Desktop' }).waitFor()
        const cookies = await context.cookies()
        assert.equal(
          cookies.find(({ name }) => name === 'klic_session'),
          undefined,
        )
      },
      { signedIn: false },
    )
    await at(
      `/#invitation=${token}`,
      async (page) => {
        await page.getByText(/Your address is vera@graafbedrijf.example, your role Viewer/).waitFor()
        assert.doesNotMatch(page.url(), /invitation/)
        await field(page, 'Name').fill('Vera Lezer')
        await page.getByLabel('Password').fill('alleen maar kijken')
        const asked = asksForPairings(page)
        await button(page, 'Create account').click()
        await button(page, 'New area').waitFor()
        await page.reload({ waitUntil: 'networkidle' })
        assert.deepEqual(asked, [], 'a user who may not decide does not keep asking')
        await page.goto(`${demo.url}/?settings=users`)
        const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('button')
        await sections.first().waitFor()
        await lists(sections, ['My account', 'Language and appearance'])
      },
      { signedIn: false },
    )
  })

  test('what helps others to help is downloaded as a file', () =>
    at('/?settings=diagnostics', async (page) => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download file' }).click()
      assert.equal((await downloading).suggestedFilename(), 'klic-desktop-diagnostics.json')
    }))
})
