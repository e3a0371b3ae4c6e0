import { categoryRow } from '../../../test/support/catalog-rows.js';
import { CategoryPaths, Inherited } from './category-path.js';
import type { CategoryRow } from './category-row.js';
import { IdMap } from './id-map.js';

const LONG = 5_000;
const chain = Array.from({ length: LONG }, (_, index) =>
  categoryRow(index + 1, { parentId: index === 0 ? null : index }),
);

function mapOf(rows: readonly CategoryRow[]): IdMap<CategoryRow> {
  return IdMap.of(rows.map((row) => [row.id, row]));
}

describe('the paths of a long chain', () => {
  it('are found from any end, with one lookup per category', () => {
    const rows = mapOf(chain);
    let looks = 0;
    const get = rows.get.bind(rows);
    rows.get = (id) => {
      looks++;
      return get(id);
    };
    const paths = new CategoryPaths(rows);
    for (let id = LONG; id > 0; id -= 1) expect(paths.pathOf(id)?.level).toBe(id);
    for (let id = 1; id <= LONG; id += 1) expect(paths.pathOf(id)?.category.id).toBe(id);
    expect(looks).toBe(LONG);
  });

  it('stay the same objects if none of their rows has changed', () => {
    const before = new CategoryPaths(mapOf(chain));
    before.pathOf(LONG);
    const renamed = categoryRow(3_000, { parentId: 2_999, name: 'Another' });
    const after = before.with(mapOf(chain.with(2_999, renamed)));
    expect(after.pathOf(2_999)).toBe(before.pathOf(2_999));
    expect(after.pathOf(3_000)).not.toBe(before.pathOf(3_000));
    expect(after.pathOf(LONG)?.category).toBe(chain.at(-1));
    expect(after.pathOf(LONG)).not.toBe(before.pathOf(LONG));
  });

  it('are undefined if they end in a circle or at a missing category', () => {
    const circle = mapOf(chain.with(0, categoryRow(1, { parentId: LONG })));
    expect(new CategoryPaths(circle).pathOf(LONG / 2)).toBeUndefined();
    const missing = mapOf(chain.with(0, categoryRow(1, { parentId: LONG + 1 })));
    expect(new CategoryPaths(missing).pathOf(LONG)).toBeUndefined();
  });

  it('are of test orders below a testing category', () => {
    const testing = mapOf(chain.with(0, categoryRow(1, { testingOnly: true })));
    expect(new CategoryPaths(testing).pathOf(LONG)?.rehearsal).toBe(true);
  });
});

describe('an inherited value', () => {
  const paths = new CategoryPaths(mapOf(chain));
  const all = chain.map(({ id }) => paths.pathOf(id)!);

  it.each([
    ['that of the nearest category', { 1: 'root', 70: 'middle', 4_000: 'deep' }],
    ['the default', {}],
  ])('is %s', (_, owned: Record<number, string>) => {
    const inherited = new Inherited<string>(({ id }) => owned[id], 'none');
    const expected = all.map(({ category: { id } }) => {
      const nearest = Object.keys(owned)
        .map(Number)
        .filter((own) => own <= id);
      return owned[Math.max(...nearest)] ?? 'none';
    });
    expect(all.map((path) => inherited.of(path))).toEqual(expected);
    expect(all.toReversed().map((path) => inherited.of(path))).toEqual(expected.toReversed());
  });

  it('is found without climbing a long chain for each category', () => {
    let looks = 0;
    const inherited = new Inherited<boolean>(() => {
      looks++;
      return undefined;
    }, true);
    inherited.of(all.at(-1)!);
    for (const path of all) inherited.of(path);
    expect(looks).toBeLessThan(LONG * 70);
  });
});
