import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { killIfHung } from './heartbeat.js';

const MINUTE_MS = 60_000;

describe('the watch of a worker', () => {
  let worker: Worker;
  let killed: string[];

  beforeEach(() => {
    vi.useFakeTimers();
    killed = [];
    const kill = (signal: string) => killed.push(signal);
    worker = Object.assign(new EventEmitter(), { process: { kill } }) as unknown as Worker;
    killIfHung(worker, () => killed.push('told'));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('kills one that has told nothing for a minute, once', () => {
    worker.emit('message', { beats: true });
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect(killed).toEqual([]);
    vi.advanceTimersByTime(2 * MINUTE_MS);
    expect(killed).toEqual(['told', 'SIGKILL']);
  });

  it('lets one live that tells something, that starts, or that has ended', () => {
    vi.advanceTimersByTime(2 * MINUTE_MS);
    for (let seconds = 0; seconds < 300; seconds += 10) {
      worker.emit('message', { beats: true });
      vi.advanceTimersByTime(10_000);
    }
    worker.emit('exit');
    vi.advanceTimersByTime(2 * MINUTE_MS);
    expect(killed).toEqual([]);
  });
});
