/** What looks like a secret or a person, taken out of texts that others wrote. */

/**
 * Texts hold what strangers send, so each is looked through in a time that grows with its length only: a pattern begins with
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

/** @param line of the log, or what the registry answered; what looks like a key, a token, an e-mail address or a phone number is taken out */
export const withoutSecrets = (line: string): string =>
  HIDING.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), line)
