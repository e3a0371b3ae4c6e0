import { vi } from 'vitest';
import { GatheredLines } from './gathered-lines.js';

describe('gathered lines', () => {
  let written: string[];
  let lines: GatheredLines;

  beforeEach(() => {
    vi.useFakeTimers();
    written = [];
    lines = new GatheredLines({
      write: (text) => written.push(text),
      flushSync: () => written.push('(flushed)'),
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('are written together, in their order, when there are enough', () => {
    const line = `${'x'.repeat(999)}\n`;
    for (let count = 0; count < 16; count++) lines.write(line);
    expect(written).toEqual([]);
    lines.write('the last\n');
    lines.write('another one\n');
    lines.write(`${'y'.repeat(400)}\n`);
    expect(written).toEqual([`${line.repeat(16)}the last\nanother one\n${'y'.repeat(400)}\n`]);
  });

  it('are written soon when there are few', () => {
    lines.write('one\n');
    vi.advanceTimersByTime(150);
    lines.write('two\n');
    expect(written).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(written).toEqual(['one\ntwo\n']);
    lines.write('three\n');
    vi.advanceTimersByTime(200);
    expect(written).toEqual(['one\ntwo\n', 'three\n']);
  });

  it('are written when asked for, once', () => {
    lines.write('one\n');
    lines.flush();
    lines.flush();
    lines.write('two\n');
    lines.end({ write: (text) => written.push(`last ${text}`), flushSync: () => undefined });
    vi.advanceTimersByTime(1_000);
    expect(written).toEqual(['one\n', '(flushed)', 'last two\n']);
  });
});
