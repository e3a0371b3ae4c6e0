import type { Pool } from 'pg';
import { hasFreeConnection } from './free-connection.js';

describe('hasFreeConnection', () => {
  it.each([
    [{ idleCount: 0, totalCount: 0, waitingCount: 0 }, true],
    [{ idleCount: 0, totalCount: 9, waitingCount: 0 }, true],
    [{ idleCount: 0, totalCount: 10, waitingCount: 0 }, false],
    [{ idleCount: 1, totalCount: 10, waitingCount: 0 }, true],
    [{ idleCount: 0, totalCount: 10, waitingCount: 1 }, false],
    [{ idleCount: 1, totalCount: 9, waitingCount: 1 }, false],
  ])('with %j of ten is %s', (counts, isFree) => {
    expect(hasFreeConnection({ ...counts, options: { max: 10 } } as Pool)).toBe(isFree);
  });
});
