/** From STORAGE_URL to a storage. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedStorage } from './cached.ts'
import { folderStorage } from './folder.ts'
import type { Storage } from './port.ts'
import type { BucketAddress } from './s3.ts'
import { removeOldSetAside } from './set-aside.ts'
import { TIME_LIMITS, type TimeLimits } from './time-limit.ts'

const GB = 1024 ** 3
const DEFAULT_CACHE_GB = 20

/** An address that can't be meant; the message says what to do, and repeats nothing of it. */
export class BadStorageUrl extends Error {}

/**
 * @param url `s3://bucket/prefix?endpoint=…&region=…&path_style=true`, where `cache_gb` says how much of this machine's
 * disk copies may have; `file:///folder`; null: the data folder
 * @throws BadStorageUrl
 */
export async function openStorage(url: string | null, dataDir: string, limits = TIME_LIMITS): Promise<Storage> {
  const storage = await storageAt(url, dataDir, limits)
  const asideIn = [...new Set([resolve(dataDir), ...storage.asideIn])]
  return {
    ...storage,
    asideIn,
    async tidy() {
      await storage.tidy()
      for (const folder of asideIn) await removeOldSetAside(folder, Date.now())
    },
  }
}

async function storageAt(url: string | null, dataDir: string, limits: TimeLimits): Promise<Storage> {
  if (url === null) return folderStorage(resolve(dataDir))
  const parsed = URL.parse(url)
  if (!parsed) throw new BadStorageUrl('STORAGE_URL is no address: it must begin with s3:// or file:///')
  if (parsed.protocol === 'file:') {
    // Earlier versions took cache_gb here too.
    parsed.search = ''
    return folderStorage(resolve(fileURLToPath(parsed)), resolve(dataDir))
  }
  const limitBytes = cacheBytes(parsed)
  // Half a second of loading that only those wait for who use it.
  const { s3Store } = await import('./s3.ts')
  return cachedStorage(s3Store(bucketAddress(parsed), limits), join(dataDir, 'storage'), limitBytes, Date.now, limits)
}

const KNOWN = ['endpoint', 'region', 'path_style', 'cache_gb']

function bucketAddress({ protocol, hostname, pathname, searchParams, username }: URL): BucketAddress {
  if (protocol !== 's3:' || !hostname)
    throw new BadStorageUrl('STORAGE_URL must be s3://bucket/prefix or file:///folder')
  if (username)
    throw new BadStorageUrl('STORAGE_URL holds no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const unknown = [...searchParams.keys()].find((name) => !KNOWN.includes(name))
  if (unknown) throw new BadStorageUrl(`STORAGE_URL has ${unknown}; what it takes is ${KNOWN.join(', ')}`)
  const endpoint = searchParams.get('endpoint')
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new BadStorageUrl('endpoint in STORAGE_URL must be an address that begins with https:// or http://')
  }
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: hostname,
    prefix: prefix && `${prefix}/`,
    endpoint,
    region: searchParams.get('region'),
    pathStyle: searchParams.get('path_style') === 'true',
  }
}

function cacheBytes({ searchParams }: URL): number {
  const text = searchParams.get('cache_gb') ?? String(DEFAULT_CACHE_GB)
  const gb = Number(text)
  if (!(gb > 0)) throw new BadStorageUrl(`cache_gb in STORAGE_URL is ${text}: it must be a number above 0`)
  return gb * GB
}
