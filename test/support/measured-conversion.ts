/** A conversion as the product runs it, in a process of its own, with what that process took. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runConversion } from '../../server/features/results/tasks/run-conversion.ts'
import type {
  ConversionResult,
  ConversionTask,
  DeliverySource,
  OutFile,
} from '../../server/imkl/model/conversion-task.ts'
import { cagedCache } from '../../server/platform/processes/compiled.ts'
import { serverEntry } from './server-entry.ts'
import { setEnv } from './set-env.ts'
import { uncaged } from './uncaged.ts'

const CAGED = serverEntry('caged')

export interface ConversionMeasure {
  result: ConversionResult
  /** Its peak: the conversion is one process, GDAL included. */
  peakMiB: number
  /** What it worked: on a shared machine time says little. */
  cpuSeconds: number
}

/**
 * @param folder takes the result as `result.FORMAT`, scratch files, and the compiled files that are kept between runs
 * @param ground put into the GeoPackage at once
 * @param preload a script of the measurement, run in that process first
 */
export async function convertMeasured(
  folder: string,
  deliveries: readonly (string | DeliverySource)[],
  formats: readonly OutFile['format'][],
  { preload = '', env = {} as Record<string, string>, ground = false } = {},
): Promise<ConversionMeasure> {
  const task: ConversionTask = {
    kind: 'merge',
    deliveries: deliveries.map((one) => (typeof one === 'string' ? { path: one } : one)),
    ...(ground && { ground }),
    out: formats.map((format) => ({ format, path: join(folder, `job/result.${format}`) })),
    tempDir: join(folder, 'temp'),
  }
  return taskMeasured(folder, task, { preload, env })
}

export async function taskMeasured(
  folder: string,
  task: ConversionTask,
  { preload = '', env = {} as Record<string, string> } = {},
): Promise<ConversionMeasure> {
  const report = join(folder, 'usage.txt')
  const script =
    `${preload};import { writeFileSync } from 'node:fs';process.on('exit', () => {` +
    'const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();' +
    `writeFileSync(${JSON.stringify(report)}, [maxRSS, userCPUTime + systemCPUTime].join(' ')) })`
  const own = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"`, ...env }
  const restore = setEnv(own)
  try {
    const result = await runConversion({ cage: async () => uncaged(CAGED), cacheDir: cagedCache(folder) }, task)
    const [peakKiB, cpu] = readFileSync(report, 'utf8').split(' ').map(Number) as [number, number]
    return { result, peakMiB: peakKiB >> 10, cpuSeconds: cpu / 1e6 }
  } finally {
    restore()
    rmSync(report, { force: true })
  }
}
