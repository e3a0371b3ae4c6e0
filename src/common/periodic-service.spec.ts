import { pino } from 'pino';
import { vi } from 'vitest';
import { PeriodicService } from './periodic-service.js';

/** Fails with these errors one after the other. */
class Failing extends PeriodicService {
  constructor(private readonly errors: string[]) {
    super(1_000, 'nothing was done');
  }

  run(): Promise<never> {
    return Promise.reject(new Error(this.errors.shift()));
  }
}

afterEach(() => {
  vi.useRealTimers();
});

it('a service that fails again and again logs the same error once a minute, and another one at once', async () => {
  vi.useFakeTimers();
  const logged: unknown[] = [];
  const write = (line: string): void => {
    logged.push((JSON.parse(line) as { err: { message: string } }).err.message);
  };
  const away = (times: number): string[] => Array.from({ length: times }, () => 'away');
  const service = new Failing([...away(61), 'full', ...away(1), ...away(100)]);
  Object.assign(service, { logger: pino({}, { write }) });
  service.onApplicationBootstrap();
  await vi.advanceTimersByTimeAsync(63_000);
  await service.beforeApplicationShutdown();
  expect(logged).toEqual(['away', 'away', 'full', 'away']);
});
