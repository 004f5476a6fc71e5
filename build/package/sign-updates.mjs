// @ts-check
/**
 * Signs the lists of a release that electron-builder wrote (latest*.yml, beta*.yml): Ed25519, `FILE.sig` beside each.
 * `electron/signed-feed.ts` verifies them with the public key that the package carries.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { CannotPrepare } from '../setup/say.mjs'

const LIST = /^(?:latest|beta)(?:-[\w-]+)?\.yml$/

/**
 * @param {string} file a private Ed25519 key in PEM (`openssl genpkey -algorithm ed25519`)
 * @throws CannotPrepare in words
 */
export const readUpdateKey = (file) => {
  try {
    const key = createPrivateKey(fs.readFileSync(file))
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`its type is ${key.asymmetricKeyType}`)
    return key
  } catch (error) {
    const why = /** @type {Error} */ (error).message
    throw new CannotPrepare(`KLIC_UPDATE_KEY must name a private Ed25519 key in PEM (${why})`)
  }
}

/** SPKI in base64, as the application carries it. @param {import('node:crypto').KeyObject} key private */
export const publicHalf = (key) => createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')

/**
 * @param {string} name of the list
 * @param {string} list its text
 * @param {import('node:crypto').KeyObject} key
 * @returns {string} base64
 */
export const signList = (name, list, key) =>
  sign(null, Buffer.from(`klic-desktop update ${name}\n${list}`), key).toString('base64')

/**
 * @param {string} folder where the release lies
 * @param {import('node:crypto').KeyObject} key
 * @returns {string[]} the lists that were signed
 */
export const signUpdates = (folder, key) => {
  const lists = fs.readdirSync(folder).filter((name) => LIST.test(name))
  for (const name of lists) {
    const file = path.join(folder, name)
    fs.writeFileSync(`${file}.sig`, `${signList(name, fs.readFileSync(file, 'utf8'), key)}\n`)
  }
  return lists
}
