import { heapLimitBytes, memoryLimitBytes } from './memory-limits.js';
import { memoryWarning, type MemoryFacts } from './memory-need.js';

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;

const AMPLE: MemoryFacts = {
  products: 600,
  catalogCacheBytes: 256 * MEBIBYTE,
  embedded: false,
  workers: 1,
  heapLimitBytes: 2 * GIBIBYTE,
  memoryLimitBytes: 4 * GIBIBYTE,
};

describe('memoryWarning', () => {
  it('says nothing of a small shop on a small machine', () => {
    expect(memoryWarning(AMPLE)).toBeUndefined();
    const small = { heapLimitBytes: 256 * MEBIBYTE, memoryLimitBytes: 512 * MEBIBYTE };
    expect(memoryWarning({ ...AMPLE, ...small, embedded: true })).toBeUndefined();
  });

  it('says in one sentence that the heap is too small, and what to set', () => {
    const heapLimit = { heapLimitBytes: 90 * MEBIBYTE };
    expect(memoryWarning({ ...AMPLE, ...heapLimit })).toMatch(
      /^Node may use 90 MiB for its objects, and a catalog of 600 products needs about 129 MiB: start Souk with NODE_OPTIONS=--max-old-space-size=130 or more; [^.]*\.$/,
    );
    expect(memoryWarning({ ...AMPLE, ...heapLimit, products: 0 })).toContain('about 128 MiB');
    expect(memoryWarning({ ...AMPLE, products: 1_000_000 })).toMatch(/^Node may use 2048 MiB/);
  });

  it('names the memory of the machine first, and counts PostgreSQL where it is embedded', () => {
    const little = { memoryLimitBytes: 256 * MEBIBYTE, heapLimitBytes: 90 * MEBIBYTE };
    expect(memoryWarning({ ...AMPLE, ...little, embedded: true })).toMatch(
      /^This machine or container has 256 MiB of memory, and a catalog of 600 products needs about 423 MiB: give it more, or lower CATALOG_CACHE_MB; [^.]*\.$/,
    );
    expect(memoryWarning({ ...AMPLE, memoryLimitBytes: 256 * MEBIBYTE })).toBeUndefined();
  });

  it('counts cached answers up to their limit', () => {
    const many = { products: 100_000, memoryLimitBytes: 1000 * MEBIBYTE };
    expect(memoryWarning({ ...AMPLE, ...many })).toBeUndefined();
    const cache = { catalogCacheBytes: GIBIBYTE };
    expect(memoryWarning({ ...AMPLE, ...many, ...cache })).toContain('1000 MiB of memory');
  });
});

describe('the limits of this process', () => {
  it.each([
    ['--max-old-space-size=90', 90],
    ['--trace-warnings --max_old_space_size 128', 128],
    ['--max-old-space-size=90 --max-old-space-size=300', 300],
  ])('are those of %s', (options, mebibytes) => {
    expect(heapLimitBytes(options)).toBe(mebibytes * MEBIBYTE);
  });

  it('are otherwise those that V8 and the system tell', () => {
    expect(heapLimitBytes('')).toBeGreaterThan(0);
    expect(Number.isFinite(memoryLimitBytes())).toBe(true);
    expect(memoryLimitBytes()).toBeGreaterThan(0);
  });
});
