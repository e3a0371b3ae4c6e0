import { cpus } from 'node:os';
import { onServer } from '../test/support/server-connection.js';

/** On what was measured: figures of different machines do not compare. */
export async function machine(): Promise<string> {
  const { rows } = await onServer(process.env.SOUK_TEST_SERVER ?? '', (client) =>
    client.query<{ server_version: string }>('SHOW server_version'),
  );
  const processors = cpus();
  const postgres = rows[0]?.server_version ?? '';
  const model = processors[0]?.model.trim() ?? '';
  return `${processors.length} cores of ${model}, Node ${process.version}, PostgreSQL ${postgres}`;
}
