import { ConfigError } from '../../config/souk-config.js';
import { settingsFor, workersOf } from './worker-settings.js';

describe('the settings of a server with workers', () => {
  it('are those of the environment', () => {
    expect(settingsFor({ DATABASE_POOL_SIZE: '2' }, 1).DATABASE_POOL_SIZE).toBe(2);
    expect(settingsFor({ DATABASE_POOL_SIZE: '16' }, 4).DATABASE_POOL_SIZE).toBe(16);
  });

  it('have a pool that grows with the workers unless it is set', () => {
    expect(settingsFor({}, 2).DATABASE_POOL_SIZE).toBe(10);
    expect(settingsFor({ DATABASE_POOL_SIZE: ' ' }, 8).DATABASE_POOL_SIZE).toBe(32);
  });

  it('refuse a pool that is too small for all, in a sentence', () => {
    const sentence =
      'DATABASE_POOL_SIZE must be at least 16 with 4 WORKERS, 4 connections for each; it is 15.';
    expect(() => settingsFor({ DATABASE_POOL_SIZE: '15' }, 4)).toThrow(new ConfigError(sentence));
  });
});

describe('the workers of a server', () => {
  it('are as many as are set, or one for each core, up to the most that can be set', () => {
    const workers = (WORKERS: string, cores: number): number =>
      workersOf(settingsFor({ WORKERS }, 1), cores);
    expect([workers('3', 2), workers('auto', 2), workers('auto', 192)]).toEqual([3, 2, 64]);
  });
});
