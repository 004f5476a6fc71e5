/**
 * Lines of JSON for the operator of the server: ids of requests, jobs and orders, never people or secrets. What is known to
 * hold them has no field; here a second wall stands for what an error or a library says unasked.
 */
import { type DestinationStream, type Logger, pino } from 'pino'
import { withoutSecrets } from '../hiding.ts'

const SECRET_FIELDS = [
  ...['email', 'phone', 'contact', 'principal', 'password', 'secret', 'token', 'refreshToken', 'apiKey'],
  ...['authorization', 'cookie', 'privateKeyPem', 'clientSecret', 'body', 'headers'],
]
const HIDDEN = '[hidden]'

/** @param name which of our processes writes */
export const openLog = (name: string, sink: DestinationStream): Logger =>
  pino(
    {
      base: { name },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: HIDDEN },
      hooks: { streamWrite: withoutSecrets },
    },
    sink,
  )

/** A child's words go to its parent's log: lines of its own logger as they are, anything else as a message. */
export const childWords =
  (log: Logger, sink: DestinationStream, child: string) =>
  (text: string): void => {
    if (text.startsWith('{"level":')) sink.write(`${text}\n`)
    else log.warn({ child }, text)
  }
