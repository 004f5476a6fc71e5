/** klic calamity: danger that can't wait, from an area to the numbers to call. The running server's worker files it. */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { survey } from '../actions/areas/survey.ts'
import { calamityOf, calamityPage, fileCalamity, quoteCalamity } from '../actions/calamities/calamity.ts'
import { firstRun } from '../actions/installation/first-run.ts'
import { livingWorkers } from '../actions/installation/health.ts'
import { settingsHere } from '../actions/installation/settings-here.ts'
import { getJob } from '../actions/jobs/get-job.ts'
import { madeHere } from '../conversion/made-here.ts'
import { canonicalJson } from '../domain/json-text.ts'
import { PERMISSIONS } from '../domain/permissions.ts'
import { noTracing } from '../domain/ports/tracing.ts'
import { Refusal, TryLater } from '../domain/refusal.ts'
import { registerFor } from '../registry/addresses/both.ts'
import { createLocatieserver } from '../registry/addresses/locatieserver.ts'
import { systemClock, systemIds } from '../runtime/ids.ts'
import { installRdGrid } from '../runtime/rd-grid.ts'
import { simulatedAddresses } from '../simulator/address-register.ts'
import { companyCalled } from './company.ts'
import { readGeometry } from './cut.ts'
import { print, refuseUnwritable, tell, Usage } from './say.ts'
import { openStoreHere } from './store-here.ts'

export const help = `klic calamity FILE.geojson --what TEXT [--reference TEXT] [--where TEXT] [--contact NAME --phone N --email E]
              [--confirm --euros 39.95 [--out FILE.pdf] [--language nl|en]] [--crs C] [--company ID] [--data DIR]

  A calamity notification (calamiteitenmelding): digging that can't wait, because somebody may be hurt, great damage threatens
  or a supply is seriously interrupted (WIBON). It is no faster excavation notification: whoever has the work done accounts for it
  at the inspection (RDI) by the next working day, which may fine an unjustified one. One area of at most 500 by 500 m.
  Without --confirm it files nothing and prints {"job_id", "quote": EUROS}. With --confirm you say that it is a calamity, and
  --euros is the sum that you saw: it is filed at once by the server, which must be running, and as soon as the registry has answered
  {"job_id", "klic_number", "answered_at", "account_by", "operators": [{"name", "phone", ...}]} is printed, those whom the law has
  you call before you dig first. --what stays here. --contact, --phone and --email: whom the operators call; default: the
  contact of the company. --out: the same on one page.`

/** The registry judges in seconds; what it says later is in the window, and this command tells which job it is. */
const MAX_WAIT_MS = 10 * 60_000
const LOOK_EVERY_MS = 500

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      what: { type: 'string' },
      reference: { type: 'string' },
      where: { type: 'string' },
      contact: { type: 'string' },
      phone: { type: 'string' },
      email: { type: 'string' },
      confirm: { type: 'boolean' },
      euros: { type: 'string' },
      out: { type: 'string' },
      language: { type: 'string', default: 'nl' },
      crs: { type: 'string' },
      company: { type: 'string' },
      data: { type: 'string' },
    },
  })
  const [file, ...others] = positionals
  const { what, language, euros, out, phone, email } = values
  if (!file || others.length > 0) throw new Usage('Name one file with the area.')
  if (!what?.trim()) throw new Usage('Say what happened: --what "gas escapes".')
  if (language !== 'nl' && language !== 'en') throw new Usage('--language must be nl or en.')
  if (values.confirm && !euros) throw new Usage('Say which sum you saw: --euros 39.95.')
  const isNamed = [values.contact, phone, email].some((each) => each !== undefined)
  if (isNamed && !(values.contact && phone && email)) throw new Usage('Give --contact, --phone and --email together.')
  if (out) await refuseUnwritable(out)
  const { configuration, store } = await openStoreHere(values.data)
  await installRdGrid()
  try {
    const ours = { store, clock: systemClock, ids: systemIds, operator: configuration.operator }
    const first = await firstRun(ours)
    const companyId = await companyCalled(store.db, values.company, first.companyId)
    const settings = await settingsHere(ours, companyId)
    const needs = {
      ...ours,
      ...madeHere(async (path: string) => path),
      survey: async (asked: Parameters<typeof survey>[0]) => survey(asked),
      addresses: registerFor(settings, { real: createLocatieserver(), simulated: simulatedAddresses }),
      tracing: noTracing,
      isLocal: true,
      // Danger waits for no disk.
      room: async () => undefined,
      // The worker looks by itself.
      nudge() {},
      improveQuote() {},
    }
    const caller = { companyId, actor: 'command line', permissions: [...PERMISSIONS], address: null }
    if (values.confirm && (await livingWorkers(needs)).length === 0) {
      throw new TryLater('No server is running on this data: start it (klic serve), or call 0800 0080.')
    }
    const asked = {
      geometry: canonicalJson(await readGeometry(file)),
      what,
      clientRef: `cli:${randomUUID()}`,
      ...(values.crs && { crs: values.crs }),
      ...(values.reference && { reference: values.reference }),
      ...(values.where && { locationDescription: values.where }),
      ...(isNamed && { contact: { name: values.contact!, phone: phone!, email: email! } }),
    }
    const { job } = await quoteCalamity(needs, caller, asked)
    const quote = job.quote.total.amount
    if (!values.confirm) {
      tell(`Nothing is filed. It costs EUR ${quote}: say --confirm --euros ${quote} when it is a calamity.`)
      return print({ job_id: job.id, quote })
    }
    await fileCalamity(needs, caller, job.id, euros!)
    const found = await answered(needs, caller, job.id)
    if (out) {
      const { bytes } = await calamityPage(needs, caller, job.id, language)
      await writeFile(out, bytes)
    }
    print({
      job_id: job.id,
      klic_number: found.klicNumber,
      answered_at: found.answeredAt,
      account_by: found.accountBy,
      operators: found.operators!.map((operator) => ({
        name: operator.name,
        phone: operator.contact.phone,
        contact: operator.contact.name,
        email: operator.contact.email,
        themes: operator.themes,
        must_be_called: operator.mustBeCalled,
        manages_safety_area: operator.managesSafetyArea,
        is_beside: operator.isBeside,
      })),
    })
  } finally {
    await store.close()
  }
}

async function answered(
  needs: Parameters<typeof calamityOf>[0],
  caller: Parameters<typeof calamityOf>[1],
  jobId: string,
): Promise<Awaited<ReturnType<typeof calamityOf>>> {
  const until = performance.now() + MAX_WAIT_MS
  while (performance.now() < until) {
    const found = await calamityOf(needs, caller, jobId)
    if (found.answeredAt !== null && found.operators !== null) return found
    const { job, advice } = await getJob(needs, caller, jobId)
    if (job.status === 'rejected' || job.status === 'failed') throw new Refusal('VALIDATION_FAILED', advice.message)
    if (found.answeredAt !== null) break
    await pause(LOOK_EVERY_MS)
  }
  throw new TryLater(`The registry has not said whom job ${jobId} concerns: look in the window, or call 0800 0080.`)
}
