import { catalogRows, productRow } from '../../../test/support/catalog-rows.js';
import { CatalogSnapshot } from '../view/catalog-snapshot.js';
import type { ChangeLogRepository, FormerRows } from './change-log.repository.js';
import { FormerCatalogs } from './former-catalogs.js';

const FORMER: FormerRows = {
  categories: new Map(),
  products: new Map([[1, productRow(1, { price: '5' })]]),
  visibilityRules: new Map(),
  priceRules: new Map(),
};
const snapshotAt = (revision: string): CatalogSnapshot =>
  CatalogSnapshot.of(catalogRows({ revision, products: [productRow(1), productRow(2)] }));

/** The catalogs of a log, with the revisions that were read from it. */
function newCatalogs(answer: () => Promise<FormerRows | undefined>): {
  catalogs: FormerCatalogs;
  read: string[];
} {
  const read: string[] = [];
  const log = {
    formerRows: (since, until) => {
      read.push(`${since} ${until}`);
      return answer();
    },
  } as Pick<ChangeLogRepository, 'formerRows'> as ChangeLogRepository;
  return { catalogs: new FormerCatalogs(log), read };
}

it('an earlier catalog is read once, for concurrent and for later callers', async () => {
  const { catalogs, read } = newCatalogs(() => Promise.resolve(FORMER));
  const present = snapshotAt('9');
  const asked = Array.from({ length: 20 }, () => catalogs.at('3', present));
  const made = [...(await Promise.all(asked)), await catalogs.at('3', present)];
  expect(new Set(made).size).toBe(1);
  expect(read).toEqual(['3 9']);
  const { snapshot, rows } = made[0]!;
  expect(rows).toBe(FORMER);
  expect(snapshot.revision).toBe('3');
  expect(snapshot.product(1)).toBe(FORMER.products.get(1));
  expect(snapshot.product(2)).toBe(present.product(2));
});

it('is read again for another present catalog, even of the same revision', async () => {
  const { catalogs, read } = newCatalogs(() => Promise.resolve(FORMER));
  const [one, other] = [snapshotAt('9'), snapshotAt('9')];
  await catalogs.at('3', one);
  const former = await catalogs.at('3', other);
  expect(former!.snapshot.product(2)).toBe(other.product(2));
  expect(read).toHaveLength(2);
});

it('is read again after a failure, and not if the log does not say it', async () => {
  const failed = new Error('the database is gone');
  const answers = [Promise.reject(failed), Promise.resolve(undefined)];
  const { catalogs, read } = newCatalogs(() => answers.shift()!);
  const present = snapshotAt('9');
  const both = await Promise.allSettled([catalogs.at('3', present), catalogs.at('3', present)]);
  expect(both).toMatchObject([{ reason: failed }, { reason: failed }]);
  expect(await catalogs.at('3', present)).toBeUndefined();
  expect(await catalogs.at('3', present)).toBeUndefined();
  expect(read).toHaveLength(2);
});

it('is kept while it is one of the eight that were used last', async () => {
  const { catalogs, read } = newCatalogs(() => Promise.resolve(FORMER));
  const present = snapshotAt('99');
  for (const revision of [1, 2, 3, 4, 5, 6, 7, 8, 1, 9, 1, 2]) {
    await catalogs.at(String(revision), present);
  }
  expect(read.map((revisions) => Number.parseInt(revisions))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 2,
  ]);
});
