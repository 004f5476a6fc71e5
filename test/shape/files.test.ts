/** No file names a package registry or a folder of one machine, or holds the marks of a conflict. Links between documents lead somewhere. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '..', '..')
/** Tracked files and those about to be. */
const files = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file && fs.existsSync(path.join(root, file)))

const isText = (bytes: Buffer): boolean => !bytes.subarray(0, 8000).includes(0)

const OF_ANOTHER_MACHINE: Record<string, RegExp> = {
  'a package registry': /\/\/(?:[\w-]+\.)*registry\.|"resolved":[ ]"http|\/\/[\w.:-]+\/(?:artifactory|nexus)\//,
  'a folder of some machine': /(?<![\w.$~}-])\/(?:work|root|home\/\w+|Users\/\w+|tmp)\/\w|[A-Z]:\\\\?Users\\/,
}

const machineComplaints = (text: string): string[] =>
  Object.entries(OF_ANOTHER_MACHINE).flatMap(([what, pattern]) => {
    const found = pattern.exec(text)
    return found ? [`names ${what}: ${found[0]}`] : []
  })

const isRepository = fs.existsSync(path.join(root, '.git'))
const skip = isRepository ? false : 'this is no git checkout, so there is no list of files'

test('no file names a package registry or a folder of some machine', { skip }, () => {
  const complaints = files()
    .map((file) => ({ file, bytes: fs.readFileSync(path.join(root, file)) }))
    .filter(({ bytes }) => isText(bytes))
    .flatMap(({ file, bytes }) => machineComplaints(bytes.toString('utf8')).map((complaint) => `${file} ${complaint}`))

  assert.deepEqual(complaints, [])
})

test('hosts and folders of some machine are noticed, addresses on the web and relative paths are not', () => {
  const folder = ['', 'work', 'main'].join('/')
  const host = ['registry', 'example', 'org'].join('.')

  assert.equal(machineComplaints(`const place = '${folder}'`).length, 1)
  assert.equal(machineComplaints(`fetch('https://${host}/a')`).length, 1)
  assert.deepEqual(machineComplaints("import './work/a.ts'; // see https://example.org/work/a and ../tmp/b"), [])
})

test('no file holds the marks of a conflict between two changes', { skip }, () => {
  const marks = /^(?:<{7}|>{7}) /m
  const marked = files().filter((file) => marks.test(fs.readFileSync(path.join(root, file), 'utf8')))

  assert.deepEqual(marked, [])
})

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

/** @returns links of a document, and names of documents in any file, that lead nowhere */
function deadLinksIn(file: string, text: string): string[] {
  const links = file.endsWith('.md') ? [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)] : []
  const dead = links.filter(([, target, anchor]) => {
    const there = path.join(root, target ? path.join(path.dirname(file), target) : file)
    if (!fs.existsSync(there)) return true
    const headings = () =>
      [...fs.readFileSync(there, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))
    return anchor !== undefined && !headings().includes(anchor)
  })
  const named = [...text.matchAll(/\bdocs\/[\w-]+\.md\b/g)].filter(([name]) => !fs.existsSync(path.join(root, name)))
  return [...dead, ...named].map(([link]) => `${file}: ${link}`)
}

test('links between documents lead to a file and a heading, and a document that is named exists', { skip }, () => {
  const texts = files().filter((file) => /\.(md|m?[jt]sx?|json|env|service|py)$|Containerfile$/.test(file))
  const dead = texts.flatMap((file) => deadLinksIn(file, fs.readFileSync(path.join(root, file), 'utf8')))
  assert.deepEqual(dead, [])
  assert.equal(deadLinksIn('docs/api.md', `[a](no.md) [b](#no) [c](gis.md#no) ${'docs'}/no.md [d](gis.md)`).length, 4)
})
