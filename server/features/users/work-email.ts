/** E-mail addresses of work: one form for each, and none of a provider that gives them to anybody. */
import { domainToASCII } from 'node:url'
import freeMailDomains from 'free-email-domains'
import { Refusal } from '../../platform/refusal.ts'

const FREE_MAIL = new Set<string>(freeMailDomains)
const LOCAL_PART = /^[^\s@"(),:;<>[\\\]]{1,64}$/
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

const refusal = (code: string, message: string): Refusal =>
  new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer: '/email', code, message }] })

/**
 * @returns the address in small letters, its domain in ASCII
 * @throws Refusal VALIDATION_FAILED with EMAIL_INVALID or FREE_MAIL
 */
export function workEmail(typed: string): string {
  const at = typed.trim().lastIndexOf('@')
  const local = typed.trim().slice(0, Math.max(0, at)).toLowerCase()
  const domain = domainToASCII(typed.trim().slice(at + 1))
  if (!LOCAL_PART.test(local) || !DOMAIN.test(domain)) {
    throw refusal('EMAIL_INVALID', 'This is no e-mail address.')
  }
  const parents = domain.split('.').map((_, from, names) => names.slice(from).join('.'))
  if (parents.some((name) => FREE_MAIL.has(name))) {
    throw refusal('FREE_MAIL', `Use your e-mail address at work: ${domain} gives addresses to anybody.`)
  }
  return `${local}@${domain}`
}
