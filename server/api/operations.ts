/** What the document says of each operation in words: its group, and what its summary leaves out. */
import type { RouteName } from './routes.ts'

export const TAGS = {
  Jobs: 'An area that is quoted, and perhaps filed. A job has one or more parts, each of them one KLIC notification.',
  Requests: 'Notifications that were filed, one by one, with what the registry delivered for each.',
  Events:
    'What happened, for programs that are not called or missed a call. The bodies are those of the web hooks below.',
  Keys: 'API keys of the company. Needs a key with the permission admin.',
} as const

export const OPERATIONS: Readonly<Record<RouteName, { tag: keyof typeof TAGS; description: string }>> = {
  listRequests: {
    tag: 'Requests',
    description: 'A page past the end is empty, with a true pagination.',
  },
  getRequest: { tag: 'Requests', description: 'order_id is ours and stable; klic_number is the registry’s.' },
  getRequestGeojson: {
    tag: 'Requests',
    description:
      'DELIVERY_NOT_AVAILABLE when there is no delivery that can be read; in a safety area it says so. HEAD, If-None-Match, Range and Accept-Encoding: gzip work.',
  },
  createJob: {
    tag: 'Jobs',
    description:
      'The area is cut into as few notifications as we know how, and priced: at most 2,000, above that it is GEOMETRY_TOO_LARGE. A quote of more than 8 notifications may come with `quote.final: false`: it is good, and a better cut is looked for in the background, fairly by company, for at most 30 s of work of its own; a server that is stopped goes on with it within a minute of its next start. The parts change only while the job is quoted, and only to fewer or to as many that ask for less; the price never rises. With submit: true the best cut is found before the answer. 201: a new quote. 202: submitted. 200: client_ref was known, this is the job of the earlier call (Idempotent-Replayed: true); fields that differ are named in warnings and ignored, but for the start_date of a repeat that submits, which is taken. submit: true needs a key with the permission write, and is 409 CLIENT_REF_CONFLICT where geometry, klic_type, cut_rules or webhook_url differ from the first call: nothing is filed. A key with write replaces what keys without it quoted under that client_ref, also when it submits: the same job, with the warning QUOTE_REPLACED. An expired quote is quoted anew in the same job; 30 days after it has expired only the extent of its area is kept (warning AREA_FORGOTTEN), and the area must be sent again; dearer, it is 409 QUOTE_CHANGED with the new quote before it is filed. A job that the registry refused is corrected by sending the corrected input (or, without submit, the same) with its client_ref: the same job_id, new order_ids; the refused requests stay on record. The registry is called later, by a worker.',
  },
  listJobs: {
    tag: 'Jobs',
    description: 'Without shapes and contacts. A page past the end is empty, with a true pagination.',
  },
  getJob: {
    tag: 'Jobs',
    description:
      'next_action says what to do now. If-None-Match with the ETag of an earlier answer makes waiting cheap.',
  },
  submitJob: {
    tag: 'Jobs',
    description:
      'Files exactly the cut that the job holds at that moment, which the answer shows with its price: what was quoted or, where quote.final was false, what has become cheaper since. Repeated, it answers the same. A quote that expired is quoted anew and filed when it is no dearer; else 409 QUOTE_CHANGED shows the new quote, and submitting again files that. JOB_STATE_CONFLICT for a job that was rejected or failed.',
  },
  getJobGeojson: {
    tag: 'Jobs',
    description:
      'RD New (EPSG:28992), said in the member crs. HEAD, If-None-Match, Range and Accept-Encoding: gzip work.',
  },
  exportJob: {
    tag: 'Jobs',
    description:
      'shp is a ZIP in RD New; gpkg and geojson are in RD New as well. 202 while the file is produced: ask again after Retry-After seconds. HEAD, If-None-Match and Range work, and Accept-Encoding: gzip for geojson. The same revision of a job gives the same bytes on every download: the GeoPackage is answered once the base map of the deliveries is in it (`ground`), seconds after the job is ready.',
  },
  listEvents: {
    tag: 'Events',
    description:
      'Keep next_cursor and ask again from there: every event is listed once, in its order, whether a web hook took it or not. With job_id or order_id only what is about it.',
  },
  listSigningKeys: {
    tag: 'Events',
    description:
      'Every event carries two signatures in webhook-signature: v1 (HMAC-SHA256 with the secret that the dashboard shows) and v1a (Ed25519, verified with one of these keys), both over `{webhook-id}.{webhook-timestamp}.{body}`. After a rotation the former key signs beside the new one until it ends.',
  },
  createKey: {
    tag: 'Keys',
    description:
      'What is kept of the secret is a hash. Default permission: read. Permissions are a set: a key with admin alone neither reads nor submits. A key that makes another hands on no permission that it lacks, no other registry and no higher daily limit, and what the new key spends counts against its own limit, too.',
  },
  listKeys: { tag: 'Keys', description: 'In pages, revoked ones last. No secrets.' },
  deleteKey: {
    tag: 'Keys',
    description:
      'Answers 204 also when it is repeated. Of a key that made others say what becomes of those (`made_keys`).',
  },
}
