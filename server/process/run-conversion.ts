/** Runs one conversion task in a process of its own and waits for its result. A crash there is a failed attempt here. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConversionLine, ConversionResult, ConversionTask } from '../domain/conversion.ts'
import { Refusal } from '../domain/refusal.ts'
import { startChild } from './child.ts'

const WORDS_KEPT = 20

/** Megabytes for young objects: a conversion makes many that die at once, and rarely more than a delivery's that live. */
const YOUNG_MB = 16

export interface RunOptions {
  /** Where Node may keep our own files compiled; else it strips and compiles them anew each time. */
  cacheDir?: string
  onProgress?: (what: string, done: number, total: number) => void
}

/**
 * @param entry the conversion's entry file
 * @throws Refusal DELIVERY_UNREADABLE when running it again will not help
 */
export async function runConversion(
  entry: string,
  task: ConversionTask,
  { cacheDir, onProgress }: RunOptions = {},
): Promise<ConversionResult> {
  await rm(task.tempDir, { recursive: true, force: true })
  await mkdir(task.tempDir, { recursive: true })
  const taskFile = join(task.tempDir, 'task.json')
  await writeFile(taskFile, JSON.stringify(task))
  try {
    return await new Promise<ConversionResult>((resolve, reject) => {
      let last: ConversionLine | undefined
      const words: string[] = []
      startChild({
        entry,
        args: [taskFile],
        nodeOptions: [`--max-semi-space-size=${YOUNG_MB}`],
        ...(cacheDir !== undefined && { env: { NODE_COMPILE_CACHE: cacheDir } }),
        onLine(line) {
          const said = line as unknown as ConversionLine
          if ('progress' in said) onProgress?.(said.progress.what, said.progress.done, said.progress.total)
          else last = said
        },
        onWords(text) {
          words.push(text)
          if (words.length > WORDS_KEPT) words.shift()
        },
        onExit(code, signal) {
          if (last && 'result' in last) resolve(last.result)
          else if (last && 'failure' in last) {
            const { refused, message } = last.failure
            reject(refused ? new Refusal('DELIVERY_UNREADABLE', message) : new Error(message))
          } else {
            reject(
              new Error(`The conversion ended without a result (code ${code}, signal ${signal})\n${words.join('\n')}`),
            )
          }
        },
      })
    })
  } finally {
    await rm(task.tempDir, { recursive: true, force: true })
  }
}
