/** The control routes of a simulator, with the key of its folder. */
import { simulatorControlKey } from '../../server/simulator/customer.ts'

/** @param path behind /sim/; with a body it is a POST */
export const askControl = (
  { url, folder }: { url: string; folder: string },
  path: string,
  body?: unknown,
): Promise<Response> =>
  fetch(`${url}/sim/${path}`, {
    headers: { Authorization: `Bearer ${simulatorControlKey(folder)}` },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
