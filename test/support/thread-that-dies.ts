/** Stands in for the survey thread: it ends at its first question. */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', () => process.exit(3))
