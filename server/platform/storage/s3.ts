/**
 * Objects in a bucket, by Amazon's own client: Amazon S3 and what speaks its language (MinIO, Ceph, Garage, providers'
 * own). Credentials come from where that client always looks: AWS_ACCESS_KEY_ID and its like, AWS_PROFILE, or the role
 * of the machine or container.
 */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { KEY_FOLDERS, type ListedFile, MissingFile, type ObjectStore } from './port.ts'
import { S3Handler } from './s3-handler.ts'
import { orUnreachable } from './storage-fault.ts'
import { TIME_LIMITS, type TimeLimits } from './time-limit.ts'

export interface BucketAddress {
  bucket: string
  /** Before each key, with a slash at its end; empty: none */
  prefix: string
  /** null: Amazon's own */
  endpoint: string | null
  region: string | null
  /** The bucket as a folder of the address, not as a name before it */
  pathStyle: boolean
}

/** In memory per upload: parts times this. 10,000 parts make 160 GB, more than a delivery can have. */
const PART_BYTES = 16 * 1024 * 1024
const PARTS_AT_ONCE = 2

export function s3Store(
  { bucket, prefix, endpoint, region, pathStyle }: BucketAddress,
  limits: Pick<TimeLimits, 'connectMs'> = TIME_LIMITS,
): ObjectStore {
  const client = new S3Client({
    ...(region !== null && { region }),
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: pathStyle,
    requestHandler: new S3Handler(limits),
    // Other makers' storages do not all know the checksums that are Amazon's default; rows hold sha256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })

  return {
    async put(key, file, signal) {
      const bytes = createReadStream(file, { highWaterMark: 1024 * 1024 })
      try {
        const params = { ...at(key), Body: bytes }
        await new Upload({
          client: within(client, signal),
          params,
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        }).done()
      } catch (error) {
        throw orUnreachable(error)
      } finally {
        bytes.destroy()
      }
    },
    async get(key, signal) {
      try {
        const { Body } = await within(client, signal).send(new GetObjectCommand(at(key)))
        return Body as Readable
      } catch (error) {
        if (isMissing(error)) throw new MissingFile(key, error)
        throw orUnreachable(error)
      }
    },
    async remove(key, signal) {
      await send(() => within(client, signal).send(new DeleteObjectCommand(at(key))))
    },
    async *list(folders = KEY_FOLDERS, signal) {
      for (const folder of folders) yield* listed(within(client, signal), bucket, prefix, folder)
    },
    async abandon(before, signal) {
      const caller = within(client, signal)
      for (const { Key, UploadId, Initiated } of await openUploads(caller, bucket, prefix)) {
        if (!Key || !UploadId || !Initiated || Initiated >= before) continue
        await send(() => caller.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })))
      }
    },
  }
}

/** The client for one call: what it sends ends with the call. */
function within(client: S3Client, signal: AbortSignal | undefined): S3Client {
  const send = (command: Parameters<S3Client['send']>[0]) => client.send(command, signal && { abortSignal: signal })
  return Object.assign(Object.create(client) as S3Client, { send })
}

/** Not every maker's storage tells of them; then they are its own to forget. */
async function openUploads(client: S3Client, bucket: string, prefix: string) {
  try {
    const list = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }))
    return list.Uploads ?? []
  } catch (error) {
    if ((error as Error).name === 'NotImplemented') return []
    throw orUnreachable(error)
  }
}

async function* listed(client: S3Client, bucket: string, prefix: string, folder: string): AsyncIterable<ListedFile> {
  let after: string | undefined
  do {
    const asked = { Bucket: bucket, Prefix: `${prefix}${folder}/`, ContinuationToken: after }
    const page = await send(() => client.send(new ListObjectsV2Command(asked)))
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (!Key) continue
      yield { key: Key.slice(prefix.length), bytes: Size ?? 0, modifiedMs: LastModified?.getTime() ?? 0 }
    }
    after = page.NextContinuationToken
  } while (after !== undefined)
}

async function send<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw orUnreachable(error)
  }
}

const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(String((error as Error)?.name))
