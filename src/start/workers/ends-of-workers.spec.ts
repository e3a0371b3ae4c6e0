import { EndsOfWorkers } from './ends-of-workers.js';

const SECOND = 1_000;

describe('a worker that has ended', () => {
  it('is replaced at once, and one that could not start after a while', () => {
    const ends = new EndsOfWorkers();
    expect(ends.add(true, 0)).toBe(0);
    expect(ends.add(false, SECOND)).toBe(15 * SECOND);
  });

  it('ends the server as the fifth within a minute', () => {
    const ends = new EndsOfWorkers();
    for (const time of [0, 1, 2, 3]) expect(ends.add(true, time)).toBe(0);
    expect(ends.add(true, 60 * SECOND - 1)).toBeUndefined();
  });

  it('is replaced as long as no five end within a minute', () => {
    const ends = new EndsOfWorkers();
    for (let time = 0; time < 100; time++) expect(ends.add(false, time * 15 * SECOND)).toBe(15_000);
  });
});
