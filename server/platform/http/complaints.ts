/** What the validator found, in words that say what to do. */
import type { z } from 'zod'
import type { Complaint } from '../refusal.ts'

const escaped = (name: PropertyKey): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1')

const MAX_POINTER = 200

/** @returns a pointer for each complaint: `/a/0/b` into a body, `?name` for a query. @param most how many are wanted */
export function complaintsIn(
  issues: readonly z.core.$ZodIssue[],
  from: 'body' | 'query',
  most = Number.POSITIVE_INFINITY,
): Complaint[] {
  const wrongKind = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path.join('/')))
  const complaints: Complaint[] = []
  for (const issue of issues) {
    if (complaints.length >= most) break
    // What is no list is not too long a list as well.
    if (issue.code !== 'invalid_type' && wrongKind.has(issue.path.join('/'))) continue
    complaints.push(...complaintsOf(issue, from, most - complaints.length))
  }
  return complaints
}

function complaintsOf(issue: z.core.$ZodIssue, from: 'body' | 'query', most: number): Complaint[] {
  const pointer = (path: readonly PropertyKey[]) =>
    (from === 'query' ? `?${path.map(String).join('.')}` : path.map((name) => `/${escaped(name)}`).join('')).slice(
      0,
      MAX_POINTER,
    )
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, most).map((key) => ({
      pointer: pointer([...issue.path, key]),
      code: 'UNKNOWN_FIELD',
      message: `There is no ${from === 'query' ? 'parameter' : 'field'} of this name.`,
    }))
  }
  if (issue.code === 'invalid_union') {
    const nearest = issue.errors.find((errors) => errors.length > 0 && !errors.some(isOtherKind))
    if (nearest) return complaintsIn(inside(issue, nearest), from, most)
  }
  return [{ pointer: pointer(issue.path), ...inWords(issue) }]
}

/** The value is of another kind than this choice takes, so that its complaints are beside the point. */
const isOtherKind = ({ code, path }: z.core.$ZodIssue): boolean => code === 'invalid_type' && path.length === 0

const inside = (outer: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  issues.map((issue) => ({ ...issue, path: [...outer.path, ...issue.path] }))

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}
const FORMATS: Record<string, string> = {
  date: 'must be a day of the calendar, such as 2026-03-16',
  datetime: 'must be a moment in UTC, such as 2026-03-16T09:00:00Z',
  url: 'must be an http or https URL',
}

function inWords(issue: z.core.$ZodIssue): { code: string; message: string } {
  const code = issue.code.toUpperCase()
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined'))
        return { code: 'REQUIRED', message: 'is needed and was left out' }
      return { code, message: `must be ${KINDS[issue.expected] ?? issue.expected}` }
    case 'invalid_format': {
      const said =
        issue.format === 'regex' && !issue.message.startsWith('Invalid') ? issue.message : FORMATS[issue.format]
      return { code, message: said ?? issue.message }
    }
    case 'invalid_value':
      return { code, message: `must be one of ${issue.values.map(String).join(', ')}` }
    case 'invalid_union':
      return { code, message: 'must have one of the forms that the documentation names' }
    case 'custom':
      return { code: 'INVALID_VALUE', message: issue.message }
    default:
      return { code, message: issue.message }
  }
}
