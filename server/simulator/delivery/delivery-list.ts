/** The list of deliveries, page by page, as the real one gives it: by date, so that items can repeat at the seam. */
import type { Login } from '../access.ts'
import { type Answer, json, klicRefused } from '../answers.ts'
import { PROVIDER } from '../customer.ts'
import { dutchTime } from '../dutch-time.ts'
import type { FiledDelivery, Orders } from '../orders/orders.ts'
import { elsewhere } from '../orders/scenarios.ts'

/** Numbers and booleans as text, an offset without minutes, and for a safety area none of the rest. */
const deliveryItem = (delivery: FiledDelivery, origin: string): Record<string, string> => {
  const { of, sequence } = delivery
  const { safety } = of
  return {
    giAanvraagId: of.giAanvraagId,
    leveringsvolgnummer: String(sequence),
    isVeiligheidsgebiedGeraakt: String(safety),
    ...(safety
      ? {}
      : {
          datumLeveringSamengesteld: dutchTime(delivery.composedAtMs, 'hours'),
          indicatieLeveringCompleet: String(delivery.complete),
          giLeveringUrl: `${of.order.scenario.has('host') ? elsewhere(origin) : origin}/gds2/download/public/${delivery.guid}`,
        }),
  }
}

const secondOf = ({ composedAtMs }: FiledDelivery): number => Math.floor(composedAtMs / 1000) * 1000

/** Where the next page starts. Only when a whole page lies within one second does it need an offset to get on. */
const nextPage = (url: URL, found: readonly FiledDelivery[], first: number, end: number): URL => {
  const lastSecond = secondOf(found[end - 1]!)
  const sameSecond = found.findIndex((delivery) => secondOf(delivery) === lastSecond)
  const next = new URL(url)
  next.searchParams.set('datumVanaf', new Date(lastSecond).toISOString())
  next.searchParams.set('offset', String(secondOf(found[first]!) === lastSecond ? end - sameSecond : 0))
  return next
}

/**
 * A service provider sees those of a customer only when it names the customer.
 * @param base the path of the environment that is asked
 */
export const deliveryList = (orders: Orders, base: string, url: URL, pageSize: number, login: Login): Answer => {
  const asked = url.searchParams
  const limit = Number(asked.get('limiet') ?? pageSize)
  if (!(limit >= 1 && limit <= pageSize)) return klicRefused(400, 'limiet', `limiet is hoogstens ${pageSize}`)
  const giAanvraagId = asked.get('giAanvraagId')
  const one = giAanvraagId === null ? undefined : orders.request(base, giAanvraagId)
  if (giAanvraagId !== null && (!one || !orders.inProduction(one))) {
    return klicRefused(404, 'giAanvraagId', 'De levering is nog niet beschikbaar.')
  }
  const customer = asked.get('relatienummerAanvrager') ?? (login.isProvider && !one ? PROVIDER.relationNumber : null)
  const requests = one
    ? [one]
    : orders
        .requests(base)
        .filter(({ request }) => !customer || request.aanvrager?.organisatie?.relatienummer === customer)
  for (const name of ['datumVanaf', 'datumTot']) {
    const given = asked.get(name)
    if (given !== null && Number.isNaN(Date.parse(given)))
      return klicRefused(400, name, `${name} is geen datum en tijd`)
  }
  const from = Date.parse(asked.get('datumVanaf') ?? '')
  const until = Date.parse(asked.get('datumTot') ?? '')
  const found = requests
    .flatMap((request) => orders.delivered(request))
    .filter((delivery) => !(secondOf(delivery) < from) && !(secondOf(delivery) > until))
    .sort((a, b) => a.composedAtMs - b.composedAtMs)
  const first = Number(asked.get('offset') ?? 0)
  const end = Math.min(found.length, first + limit)
  return json(200, {
    _links: {
      self: { href: url.href },
      ...(end < found.length ? { next: { href: nextPage(url, found, first, end).href } } : {}),
    },
    gebiedsinformatieLeveringen: found.slice(first, end).map((delivery) => deliveryItem(delivery, url.origin)),
  })
}
