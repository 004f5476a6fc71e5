/**
 * The list of a release ("latest.yml") is believed only with its signature beside it ("latest.yml.sig"): Ed25519, made
 * with the key of the releaser, whose public half is inside the application. The list holds the SHA-512 of every
 * installer, so write access to the web server without the key offers nothing.
 */
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { CancellationToken, CustomPublishOptions } from 'builder-util-runtime'
import type { AppUpdater } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'

/** Where updates come from, and whose they must be: written into the application's own package.json by a release. */
export interface UpdateSource {
  url: string
  /** Ed25519, SPKI, base64 */
  key: string
}

/** @param application folder or asar of the application. @returns null for a package that was not built as a release */
export const updateSource = (application: string): UpdateSource | null => {
  const { updates } = JSON.parse(readFileSync(path.join(application, 'package.json'), 'utf8'))
  return typeof updates?.url === 'string' && typeof updates.key === 'string' ? updates : null
}

/** The name is signed too: the list of one channel or system is not that of another. `build/package/sign-updates.mjs` signs the same. */
const signedBytes = (name: string, list: string): Buffer => Buffer.from(`klic-desktop update ${name}\n${list}`)

/** @throws Error when the signature is not the key's */
export const verifyList = (name: string, list: string, signature: string, key: string): void => {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  if (!verify(null, signedBytes(name, list), publicKey, Buffer.from(signature.trim(), 'base64'))) {
    throw new Error(`The update is not signed by the makers of this application (${name}): nothing was installed`)
  }
}

/** electron-updater's provider of a folder on the web, whose lists must be signed. */
class SignedFeed extends GenericProvider {
  private readonly key: string

  constructor(options: CustomPublishOptions, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
    super({ provider: 'generic', url: String(options.url) }, updater, runtime)
    this.key = String(options.key)
  }

  /** The library asks for nothing but the list this way. */
  protected override async httpRequest(url: URL, headers?: OutgoingHttpHeaders | null, token?: CancellationToken) {
    const list = await super.httpRequest(url, headers, token)
    const beside = new URL(url)
    beside.pathname += '.sig'
    const signature = await super.httpRequest(beside, headers, token).catch(() => '')
    verifyList(path.posix.basename(url.pathname), list ?? '', signature ?? '', this.key)
    return list
  }
}

/** What `setFeedURL` takes. */
export const signedFeed = ({ url, key }: UpdateSource): CustomPublishOptions => ({
  provider: 'custom',
  updateProvider: SignedFeed,
  url,
  key,
})
