import type { Revisions } from '../../database/revision/revisions.js';
import { CatalogSnapshot } from './catalog-snapshot.js';
import { SnapshotKeeper } from './snapshot-keeper.js';

const NOTHING = { categories: [], products: [], visibilityRules: [], priceRules: [] };

function revisions(catalog: string): Revisions {
  return { catalog, access: '1', history: 'one', at: performance.now(), clock: 0 };
}

/** A keeper whose repository always returns the present revision. */
function keeperOf(present: { revision: string }) {
  const load = () => Promise.resolve(CatalogSnapshot.of({ ...NOTHING, ...present }));
  return new SnapshotKeeper({ load } as unknown as ConstructorParameters<typeof SnapshotKeeper>[0]);
}

describe('SnapshotKeeper', () => {
  it('does not treat the copy of a lagging replica as current because it was read late', async () => {
    const present = { revision: '1' };
    const keeper = keeperOf(present);
    const [earlier, later] = [revisions('1'), revisions('2')];
    // The read replica has revision 1 only.
    expect(await keeper.at(earlier)).toMatchObject({ revision: '1' });
    expect(keeper.ready(later)).toBeUndefined();
    present.revision = '2';
    expect(await keeper.at(later)).toMatchObject({ revision: '2' });
  });

  it('treats a snapshot that is later than wanted as current when it was read', async () => {
    const keeper = keeperOf({ revision: '3' });
    const [earlier, later] = [revisions('1'), revisions('2')];
    expect(await keeper.at(earlier)).toMatchObject({ revision: '3' });
    expect(keeper.ready(later)).toMatchObject({ revision: '3' });
  });
});
