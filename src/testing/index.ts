/** A server for tests. */
export { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts'
export type { FaultCommand } from '../wire/faults.ts'
