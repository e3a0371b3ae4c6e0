import { vi } from 'vitest';
import { pino } from 'pino';
import type { RevisionWatch } from '../../database/revision/revision-watch.js';
import type { Listener } from '../listener.js';
import type { Listeners } from '../listeners.js';
import { CatalogChanges } from './catalog-changes.js';
import type { ListenerCalls } from './listener-calls.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

describe('a change of the catalog that a listener does not handle', () => {
  let catalog: string;
  let changes: CatalogChanges;
  const handle = vi.fn<ListenerCalls['handle']>();
  const told = () =>
    handle.mock.calls.map(([, event]) => (event as { data: { revision: string } }).data.revision);

  beforeEach(() => {
    vi.useFakeTimers();
    catalog = '1';
    handle.mockReset();
    handle.mockRejectedValue(new Error('down'));
    const listener = { extension: 'acme', port: { name: 'sink' } as Listener };
    const next = () =>
      new Promise((resolve) => {
        setTimeout(() => {
          resolve({ catalog });
        }, 300);
      });
    changes = new CatalogChanges(
      { of: () => [listener], isConcerned: () => true } as unknown as Listeners,
      { handle } as unknown as ListenerCalls,
      { next } as unknown as RevisionWatch,
      true,
      pino({ level: 'silent' }),
    );
    changes.onApplicationBootstrap();
  });

  afterEach(() => {
    changes.beforeApplicationShutdown();
    vi.useRealTimers();
  });

  it('does not delay the next change', async () => {
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(told()).toEqual(['1', '1']);
    catalog = '2';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told()).toEqual(['1', '1', '2']);
  });

  it('is told again until it is handled', async () => {
    await vi.advanceTimersByTimeAsync(8 * HOUR_MS);
    const count = handle.mock.calls.length;
    expect(count).toBeGreaterThan(12);
    handle.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(8 * HOUR_MS);
    expect(handle).toHaveBeenCalledTimes(count + 1);
  });
});
