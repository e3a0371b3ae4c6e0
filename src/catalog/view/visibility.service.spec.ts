import { audienceOf, catalogRows, categoryRow } from '../../../test/support/catalog-rows.js';
import type { RevisionWatch } from '../../database/revision/revision-watch.js';
import type { CatalogRepository } from './catalog.repository.js';
import { CatalogSnapshot } from './catalog-snapshot.js';
import type { Audience } from './rules.js';
import type { SnapshotKeeper } from './snapshot-keeper.js';
import { VisibilityService } from './visibility.service.js';

const snapshot = CatalogSnapshot.of(
  catalogRows({ categories: [categoryRow(1), categoryRow(2, { testingOnly: true })] }),
);
const service = new VisibilityService(
  {} as CatalogRepository,
  { ready: () => snapshot } as unknown as SnapshotKeeper,
  { fresh: {} } as RevisionWatch,
);

async function rootsFor(more: Partial<Audience>): Promise<number[]> {
  return (await service.viewFor(audienceOf(more))).roots().map(({ id }) => id);
}

describe('the cached view of an account', () => {
  it('is made once for each snapshot', async () => {
    expect(await service.viewFor(audienceOf())).toBe(await service.viewFor(audienceOf()));
  });

  it('changes as soon as the account becomes or is no longer a testing account', async () => {
    expect(await rootsFor({ testing: false })).toEqual([1]);
    expect(await rootsFor({ testing: true })).toEqual([1, 2]);
    expect(await rootsFor({ testing: false })).toEqual([1]);
  });

  it.each<[string, Partial<Audience>]>([
    ['account', { accountId: 2 }],
    ['group', { groupId: 2 }],
    ['choice to see what is switched off', { showUnavailable: true }],
  ])('is not shared with another %s', async (_, more) => {
    expect(await service.viewFor(audienceOf(more))).not.toBe(await service.viewFor(audienceOf()));
  });
});
