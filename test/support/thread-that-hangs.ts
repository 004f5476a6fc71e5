/** Stands in for the survey thread: it never answers for an area named `slow`, and answers others with their name. */
import { parentPort } from 'node:worker_threads'

parentPort?.postMessage({ ready: true })
parentPort?.on('message', ({ survey }: { survey: { crs: string } }) => {
  while (survey.crs === 'slow');
  parentPort?.postMessage({ done: survey.crs })
})
