import { pino } from 'pino';
import { vi } from 'vitest';
import { UnavailableLines } from './unavailable-lines.js';

function linesAt(level: string) {
  const written: unknown[] = [];
  const write = (line: string): void => {
    const { count, causes } = JSON.parse(line) as Record<string, unknown>;
    written.push({ count, causes });
  };
  return { written, lines: new UnavailableLines(pino({ level }, { write })) };
}

/** How many of so many requests have lines of their own. */
function own(lines: UnavailableLines, requests: number, cause = 'away'): number {
  return Array.from({ length: requests }, () => lines.mayWrite(cause)).filter(Boolean).length;
}

describe('in an outage', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('the first request has lines of its own, and one line a second counts the others', () => {
    const { written, lines } = linesAt('info');
    expect(own(lines, 201)).toBe(1);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(own(lines, 300)).toBe(0);
    expect(own(lines, 50, 'slow')).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(written).toEqual([
      { count: 200, causes: { away: 200 } },
      { count: 350, causes: { away: 300, slow: 50 } },
    ]);
  });

  it('nothing is written in a second without any, and then a request has lines again', () => {
    const { written, lines } = linesAt('info');
    for (let times = 0; times < 3; times++) {
      expect(own(lines, 1)).toBe(1);
      vi.advanceTimersByTime(1_000);
    }
    expect(written).toEqual([]);
  });

  it('five causes are named at most, and all are counted', () => {
    const { written, lines } = linesAt('info');
    own(lines, 1);
    for (let cause = 0; cause < 9; cause++) own(lines, 2, `cause ${cause}`);
    vi.advanceTimersByTime(1_000);
    const causes = Object.fromEntries([0, 1, 2, 3, 4].map((cause) => [`cause ${cause}`, 2]));
    expect(written).toEqual([{ count: 18, causes }]);
  });

  it('each request has its lines at the level debug', () => {
    const { written, lines } = linesAt('debug');
    expect(own(lines, 10)).toBe(10);
    vi.advanceTimersByTime(1_000);
    expect(written).toEqual([]);
  });
});
