/**
 * Lines of JSON for whoever runs the server: ids of requests, jobs and orders, never people or secrets. What is known to
 * hold them has no field; here a second wall stands for what an error or a library says unasked.
 */
import { type DestinationStream, type Logger, pino } from 'pino'

const SECRET_FIELDS = [
  ...['email', 'phone', 'contact', 'principal', 'password', 'secret', 'token', 'refreshToken', 'apiKey'],
  ...['authorization', 'cookie', 'privateKeyPem', 'clientSecret', 'body', 'headers'],
]
const HIDDEN = '[hidden]'

/**
 * Lines hold what strangers send, so each is looked through in a time that grows with its length only: a pattern begins with
 * a fixed text, or where what it repeats can't have begun before (`(?<!…)`).
 */
export const HIDING: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // In addresses: user and password, and what follows the question mark.
  [/(:\/\/)[^/\s"@]+@/g, '$1'],
  [/([?&](?:token|key|code|state|secret)=)[^&\s"]+/g, '$1[hidden]'],
  [/klic_[a-z]+_[A-Za-z0-9_-]{16,}/g, '[key]'],
  [/\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]{8,}/g, '$1 [hidden]'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/\+\d[\d ()-]{7,}\d/g, '[phone]'],
]

/** @param line one line of the log; what looks like a key, a token, an e-mail address or a phone number is taken out */
export const withoutSecrets = (line: string): string =>
  HIDING.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), line)

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
