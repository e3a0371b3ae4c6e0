import type { RecordedListener } from '../../src/events/recorded-listeners.js';
import type { TestDatabase } from './test-database.js';

/** Records an extension as a server that has loaded it does. */
export async function recordExtension(
  database: TestDatabase,
  name: string,
  listeners: readonly Omit<RecordedListener, 'extension'>[],
): Promise<void> {
  await database.query(
    `INSERT INTO extensions (name, version, ports) VALUES ($1, '1.0.0', $2)
     ON CONFLICT (name) DO UPDATE SET ports = excluded.ports`,
    [name, JSON.stringify({ listeners })],
  );
}
