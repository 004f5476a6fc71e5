/**
 * Values inside settings by their place: `registry.contact/phone` is the phone of the setting registry.contact.
 * A group that may be absent is null on the wire; here it comes into being with its first field and goes with its last.
 */
import { SettingsInput } from '../../../../server/features/settings/schema.ts'

export type Values = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of a list, its index is the name. */
export const valueAt = (values: Values, path: string): unknown =>
  path
    .split('/')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Values)[name] : undefined),
      values,
    )

/** Nothing that a person typed is in it; a country is chosen for them. */
const isBlank = (value: unknown): boolean => {
  if (!isGroup(value)) return value === '' || value === null || value === undefined
  return Object.entries(value).every(([name, inner]) => name === 'country' || isBlank(inner))
}

const replaced = (group: Values, [name, ...rest]: readonly string[], value: unknown): Values | null => {
  const inner = group[name!]
  const next = {
    ...group,
    [name!]: rest.length === 0 ? value : replaced(isGroup(inner) ? inner : {}, rest, value),
  }
  return isBlank(next) ? null : next
}

/** @returns the whole new value of the setting that the path begins with */
export const settingWith = (values: Values, path: string, value: unknown): unknown => {
  const [setting, ...rest] = path.split('/')
  const now = values[setting!]
  return rest.length === 0 ? value : replaced(isGroup(now) ? now : {}, rest, value)
}

export interface Complaint {
  /** Name of the last field of its path. */
  field: string
  code: string
  maximum?: number
}

interface Issue {
  code: string
  path: readonly PropertyKey[]
  maximum?: unknown
  errors?: readonly (readonly Issue[])[]
}

const flat = (issue: Issue): Issue[] => {
  if (issue.code !== 'invalid_union') return [issue]
  // The kind that got furthest is the one that was meant.
  const kinds = (issue.errors ?? []).map((issues) => issues.flatMap(flat))
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length))
  const meant = kinds.toSorted((a, b) => depth(b) - depth(a))[0] ?? []
  return meant.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}

/** What the contract has against these changes, by place: the same judgement as the server's, before it is asked. */
export const complaintsAbout = (changes: Values): ReadonlyMap<string, Complaint> => {
  const result = SettingsInput.safeParse(changes)
  const found = new Map<string, Complaint>()
  for (const issue of (result.error?.issues ?? []).flatMap((each) => flat(each as Issue))) {
    // A list of texts stands in one field, whichever of them is wrong; one of groups has fields of its own.
    const place = issue.path.slice(0, issue.path.findLastIndex((each) => typeof each === 'string') + 1)
    const path = place.join('/')
    if (found.has(path)) continue
    const { code, maximum } = issue
    found.set(path, {
      field: String(place.at(-1)),
      code: isBlank(valueAt(changes, path)) ? 'required' : code,
      ...(typeof maximum === 'number' ? { maximum } : {}),
    })
  }
  return found
}
