/** Each text is used, and each call that says it fills its places: the types hold the keys, not what is in the messages. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { MESSAGES } from '../../server/texts/texts.ts'
import { placesOf } from '../support/text-places.ts'
import { type Node, walk } from './sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const KEYS = [...MESSAGES.en.keys()]
const PLACES = new Map([...MESSAGES.en].map(([key, message]) => [key, placesOf(message)]))

interface TextCall {
  file: string
  /** All that the call may say. */
  keys: string[]
  /** Undefined: made elsewhere */
  given: string[] | undefined
}

/** The keys of a literal, or those that a template can become; a template begins with a noun. */
const keysOf = (node: Node | undefined): string[] => {
  if (node?.type === 'Literal') return PLACES.has(node.value as string) ? [node.value as string] : []
  if (node?.type === 'ConditionalExpression')
    return [...keysOf(node.consequent as Node), ...keysOf(node.alternate as Node)]
  if (node?.type !== 'TemplateLiteral') return []
  const texts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  if (!/^\w+\./.test(texts[0]!)) return []
  const pattern = new RegExp(`^${texts.map((text) => text.replaceAll('.', '\\.')).join('(.+)')}$`)
  return KEYS.filter((key) => pattern.test(key))
}

const isTranslate = (callee: Node): boolean => {
  const { name, object, property } = callee as { name?: string; object?: Node; property?: Node }
  return (
    /^(t|findText)$/.test(name ?? '') || property?.name === 't' || (property?.name === 'find' && object?.name === 't')
  )
}

const givenBy = (values: Node | undefined): string[] | undefined => {
  if (!values) return []
  const properties = values.type === 'ObjectExpression' ? (values.properties as Node[]) : []
  if (properties.length === 0 || properties.some(({ type }) => type === 'SpreadElement')) return undefined
  return properties.map(({ key }) => String((key as Node).name))
}

const used = new Set<string>()
const said: TextCall[] = []
for (const folder of ['server', 'renderer', 'electron']) {
  for (const name of fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name)
    if (!/\.tsx?$/.test(file)) continue
    walk(parseSync(file, fs.readFileSync(path.join(root, file), 'utf8')).program as unknown as Node, (node) => {
      // A key of one word is a word as any other where it is not asked for as a text.
      for (const key of keysOf(node)) if (key.includes('.')) used.add(key)
      if (node.type !== 'CallExpression' || !isTranslate(node.callee as Node)) return
      const [key, values] = node.arguments as Node[]
      const keys = keysOf(key)
      for (const each of keys) used.add(each)
      said.push({ file, keys, given: givenBy(values) })
    })
  }
}

// The plugin says what stands below "plugin", by keys without that noun.
const PLUGIN = 'plugin.'
const python = fs.globSync(path.join(root, 'qgis', '*', '*.py')).map((file) => fs.readFileSync(file, 'utf8'))
for (const [, text] of python.join('\n').matchAll(/["'](\w[\w.{}]*)["']/g)) {
  const pattern = new RegExp(`^plugin\\.${text!.replaceAll('.', '\\.').replace(/\{.*\}/, '\\w+')}$`)
  for (const key of KEYS) if (key.startsWith(PLUGIN) && pattern.test(key)) used.add(key)
}

test('each text is said somewhere', () => {
  assert.ok(said.length > 1000, `${said.length} calls were found`)
  assert.deepEqual(
    KEYS.filter((key) => !used.has(key)),
    [],
  )
})

test('each call fills the places of what it says, and no others', () => {
  const wrong = said.flatMap(({ file, keys, given }) => {
    if (!given) return []
    const missing = keys.filter((key) => [...PLACES.get(key)!].some((place) => !given.includes(place)))
    const idle = given.filter((place) => keys.length > 0 && !keys.some((key) => PLACES.get(key)!.has(place)))
    return [
      ...missing.map((key) => `${file}: ${key} needs ${[...PLACES.get(key)!]}`),
      ...idle.map((place) => `${file}: ${keys[0]} has no ${place}`),
    ]
  })
  assert.deepEqual(wrong, [])
})
