import { neededBytes, spaceFault } from './needed-space.js';
import { sizesUpTo } from './size.js';

it('a run goes up in steps, and ends with the orders that were asked for', () => {
  expect(sizesUpTo(10_000_000)).toEqual([10_000, 1_000_000, 10_000_000]);
  expect(sizesUpTo(1_000_000)).toEqual([10_000, 1_000_000]);
  expect(sizesUpTo(5_000)).toEqual([5_000]);
});

it('needs more than the largest shop, since the others stand beside it', () => {
  const alone = neededBytes([10_000_000]);
  expect(neededBytes(sizesUpTo(10_000_000))).toBeGreaterThan(alone);
  expect(alone).toBeGreaterThan(30e9);
});

it('says how much is needed, and where, when less is free', () => {
  expect(spaceFault(45e9, 45e9, '/tmp')).toBeUndefined();
  expect(spaceFault(45.04e9, 12.31e9, '/tmp')).toBe(
    'This needs 45.0 GB in /tmp, where 12.3 GB are free; make room, name another folder by TMPDIR, or take fewer --orders.',
  );
});
