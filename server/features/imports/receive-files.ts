/** Files that come one behind the other in one body, after a line of JSON that names them: put into a folder as they come. */
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MAX_FILE_NAME, MAX_IMPORT_BYTES, MAX_IMPORT_FILES } from '../../imkl/model/found-delivery.ts'
import { Refusal } from '../../platform/refusal.ts'
import { atMost, type UploadServices, writeUpload } from '../kept-files.ts'
import type { Caller } from '../services.ts'

export interface ReceivedFile {
  name: string
  /** Absolute, in the folder; never formed from the name */
  path: string
}

interface FileEntry {
  name: string
  bytes: number
}

const MAX_LIST_BYTES = 1024 ** 2
const LINE_END = 0x0a

/** @throws Refusal MALFORMED_JSON, PAYLOAD_TOO_LARGE; TryLater without room */
export async function receiveFiles(
  services: UploadServices,
  caller: Pick<Caller, 'companyId'>,
  body: Readable,
  folder: string,
): Promise<ReceivedFile[]> {
  const rest = new Rest(body)
  const files = namedIn(await rest.line())
  const received: ReceivedFile[] = []
  for (const [index, { name, bytes }] of files.entries()) {
    const path = join(folder, `given-${index}`)
    await writeUpload(services, caller, path, rest.take(bytes))
    received.push({ name, path })
  }
  if (!(await rest.isOver())) throw malformed('more bytes than its first line names')
  return received
}

/** One file that is the whole body. @throws Refusal PAYLOAD_TOO_LARGE */
export async function receiveOne(
  services: UploadServices,
  caller: Pick<Caller, 'companyId'>,
  body: Readable,
  folder: string,
  name: string,
): Promise<ReceivedFile[]> {
  const path = join(folder, 'given-0')
  await writeUpload(services, caller, path, body, atMost(MAX_IMPORT_BYTES, tooLarge))
  return [{ name, path }]
}

function namedIn(line: string): FileEntry[] {
  let list: unknown
  try {
    list = JSON.parse(line)
  } catch {
    throw malformed('no list of files in its first line')
  }
  if (!Array.isArray(list) || list.length === 0 || !list.every(isNamed)) {
    throw malformed('no list of files, each with name and bytes, in its first line')
  }
  if (list.length > MAX_IMPORT_FILES) throw tooMany()
  if (list.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_IMPORT_BYTES) throw tooLarge()
  return list
}

const isNamed = (value: unknown): value is FileEntry => {
  const { name, bytes } = (value ?? {}) as Partial<FileEntry>
  const isName = typeof name === 'string' && name !== '' && name.length <= MAX_FILE_NAME && isPlain(name)
  return isName && Number.isSafeInteger(bytes) && bytes! >= 0
}

/** As a name in a ZIP has to be. */
const isPlain = (name: string): boolean =>
  !/^[/\\]|^[A-Za-z]:|\\|\p{Cc}/u.test(name) && !name.split('/').some((part) => part === '..' || part === '.')

const malformed = (what: string): Refusal => new Refusal('MALFORMED_JSON', `The body has ${what}.`)
const tooMany = (): Refusal =>
  new Refusal(
    'PAYLOAD_TOO_LARGE',
    `At most ${MAX_IMPORT_FILES} files are taken at once. Choose the ZIPs, or fewer folders.`,
  )
const tooLarge = (): Refusal =>
  new Refusal(
    'PAYLOAD_TOO_LARGE',
    `At most ${MAX_IMPORT_BYTES / 1024 ** 3} GiB are taken at once. Choose fewer deliveries.`,
  )

/** What of a stream has not been read yet. */
class Rest {
  private readonly chunks: AsyncIterator<Buffer>
  private held: Buffer = Buffer.alloc(0)

  constructor(body: Readable) {
    this.chunks = body[Symbol.asyncIterator]()
  }

  /** Only when nothing is held. */
  private async more(): Promise<boolean> {
    const { done, value } = await this.chunks.next()
    if (done) return false
    this.held = value
    return true
  }

  /** A line that comes a byte at a time is copied a few times in all: its room doubles. */
  async line(): Promise<string> {
    let line = Buffer.alloc(0)
    let length = 0
    for (;;) {
      const end = this.held.indexOf(LINE_END)
      const part = end < 0 ? this.held : this.held.subarray(0, end)
      const whole = length + part.length
      if (whole > MAX_LIST_BYTES) throw malformed('no list of files in its first line')
      if (whole > line.length) line = Buffer.concat([line], Math.max(whole, 2 * line.length))
      part.copy(line, length)
      length = whole
      if (end >= 0) {
        this.held = this.held.subarray(end + 1)
        return line.toString('utf8', 0, length)
      }
      if (!(await this.more())) throw malformed('no list of files in its first line')
    }
  }

  async *take(bytes: number): AsyncGenerator<Buffer> {
    let left = bytes
    while (left > 0) {
      if (this.held.length === 0 && !(await this.more())) throw malformed('fewer bytes than its first line names')
      const part = this.held.subarray(0, left)
      this.held = this.held.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async isOver(): Promise<boolean> {
    while (this.held.length === 0) if (!(await this.more())) return true
    return false
  }
}
