import { RealServer } from './real-server.ts'
import { until } from './until.ts'

/** With its worker and its simulator, which a desktop's server starts after itself. */
export const openWholeServer = async (): Promise<RealServer> => {
  const server = await new RealServer().open()
  await until(async () => server.workerPids.length > 0 && (await server.ledger().catch(() => null)) !== null)
  return server
}
