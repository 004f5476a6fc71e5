/** A strict reader of iCalendar (RFC 5545), written from the standard and apart from what writes it: all that it forbids throws. */
import assert from 'node:assert/strict'

export type Component = { name: string; values: Map<string, string>; parts: Component[] }

/** name *(";" param "=" value) ":" value (3.1), of names and parameters that need no quotes. */
const LINE = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=[^\p{Cc}";:,]+)*):((?:\t|\P{Cc})*)$/u
const TEXTS = ['SUMMARY', 'DESCRIPTION', 'NAME', 'X-WR-CALNAME']

/** 3.3.11: a backslash is followed by what it hides, and what must be hidden is. */
function textIn(value: string): string {
  assert.match(value, /^(?:[^\\;,]|\\[\\;,nN])*$/u, value)
  return value.replaceAll(/\\(.)/gu, (_, hidden: string) => (hidden.toLowerCase() === 'n' ? '\n' : hidden))
}

export function readIcalendar(bytes: Uint8Array): Component {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  assert.ok(text.endsWith('\r\n'))
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) {
    assert.ok(!/[\r\n]/.test(line), 'a line ends with CRLF alone')
    assert.ok(Buffer.byteLength(line) <= 75, `${Buffer.byteLength(line)} octets: ${line}`)
    assert.ok(line.isWellFormed())
  }
  const root: Component = { name: '', values: new Map(), parts: [] }
  const open = [root]
  for (const line of text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')) {
    const [, name, parameters, value] = LINE.exec(line) ?? assert.fail(`no content line: ${line}`)
    const within = open.at(-1)!
    if (name === 'BEGIN') {
      const part: Component = { name: value!, values: new Map(), parts: [] }
      within.parts.push(part)
      open.push(part)
    } else if (name === 'END') {
      assert.equal(value, open.pop()!.name)
    } else {
      assert.ok(!within.values.has(name!), `${name} twice`)
      within.values.set(name! + parameters!, TEXTS.includes(name!) ? textIn(value!) : value!)
    }
  }
  assert.deepEqual([open.length, root.parts.length, root.parts[0]?.name], [1, 1, 'VCALENDAR'])
  return judged(root.parts[0]!)
}

function judged(calendar: Component): Component {
  assert.equal(calendar.values.get('VERSION'), '2.0')
  assert.ok(calendar.values.get('PRODID'))
  assert.ok(calendar.parts.length > 0, 'a calendar has a component (3.4)')
  const uids = new Set<string>()
  for (const { name, values } of calendar.parts.filter((part) => part.name === 'VEVENT')) {
    assert.equal(name, 'VEVENT')
    assert.match(values.get('DTSTAMP')!, /^\d{8}T\d{6}Z$/)
    assert.match(values.get('SEQUENCE')!, /^\d{1,10}$/)
    const [from, to] = ['DTSTART;VALUE=DATE', 'DTEND;VALUE=DATE'].map((each) => dayIn(values.get(each)!))
    assert.equal(to! - from!, 86_400_000, 'one whole day')
    const uid = values.get('UID')!
    assert.ok(uid && !uids.has(uid), `${uid} is there twice`)
    uids.add(uid)
  }
  return calendar
}

function dayIn(text: string): number {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? assert.fail(text)
  return Date.parse(`${year}-${month}-${day}T00:00:00Z`)
}

/** `DTSTART SUMMARY` of its events, in their order. */
export const eventsIn = (calendar: Component): string[] =>
  calendar.parts
    .filter(({ name }) => name === 'VEVENT')
    .map(({ values }) => `${values.get('DTSTART;VALUE=DATE')} ${values.get('SUMMARY')}`)
