import type { PolicyDecisions } from '../policies/policy-decisions.js';
import type { Revisions } from '../../database/revision/revisions.js';
import { CatalogSnapshot } from './catalog-snapshot.js';
import { SnapshotKeeper } from './snapshot-keeper.js';

const NOTHING = { categories: [], products: [], visibilityRules: [], priceRules: [] };

function revisions(catalog: string): Revisions {
  return {
    catalog,
    access: '1',
    history: 'one',
    otherForms: true,
    at: performance.now(),
    clock: 0,
  };
}

/** A keeper whose repository always returns the present revision. */
function keeperOf(present: { revision: string }) {
  const load = () => Promise.resolve(CatalogSnapshot.of({ ...NOTHING, ...present }));
  return new SnapshotKeeper({ load } as unknown as ConstructorParameters<typeof SnapshotKeeper>[0]);
}

/** A keeper whose snapshots, all of the same revision, end at these times one after the other. */
function keeperOfEnds(...ends: (number | undefined)[]) {
  const load = () => {
    const policies = { goodUntil: ends.shift() } as PolicyDecisions;
    return Promise.resolve(CatalogSnapshot.of({ ...NOTHING, revision: '1', policies }));
  };
  return new SnapshotKeeper({ load } as unknown as ConstructorParameters<typeof SnapshotKeeper>[0]);
}

describe('SnapshotKeeper', () => {
  it('reads anew when the facts of policies have ended, although the revision is the same', async () => {
    const keeper = keeperOfEnds(10, undefined);
    const first = await keeper.at(revisions('1'));
    const at = (clock: number) => ({ ...revisions('1'), clock, at: performance.now() + 1_000 });
    expect(keeper.ready(at(10.9))).toBe(first);
    expect(keeper.ready(at(11.1))).toBeUndefined();
    const next = await keeper.at(at(11.1));
    expect(next).not.toBe(first);
    expect(keeper.ready(at(1e9))).toBe(next);
  });

  it('does not read again and again while the clock seems to be ahead of that of the database', async () => {
    const ends = [10, 10, 10];
    const keeper = keeperOfEnds(...ends);
    await keeper.at({ ...revisions('1'), clock: 11 });
    expect(keeper.ready({ ...revisions('1'), clock: 11 })).toBeUndefined();
    expect(keeper.ready({ ...revisions('1'), clock: 9 })).toBeDefined();
  });

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
