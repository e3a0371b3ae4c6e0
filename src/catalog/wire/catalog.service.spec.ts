import {
  audienceOf,
  catalogRows,
  categoryRow,
  productRow,
} from '../../../test/support/catalog-rows.js';
import type { SoukConfig } from '../../config/souk-config.js';
import type { RevisionWatch } from '../../database/revision/revision-watch.js';
import { CatalogAnswers } from '../answers/catalog-answers.service.js';
import { CatalogSnapshot } from '../view/catalog-snapshot.js';
import { CatalogView } from '../view/catalog-view.js';
import type { VisibilityService } from '../view/visibility.service.js';
import { CatalogService } from './catalog.service.js';

const PRODUCTS = 2_000;
const IDS = Array.from({ length: PRODUCTS }, (_, index) => index + 1);
const snapshot = CatalogSnapshot.of(
  catalogRows({ categories: [categoryRow(1)], products: IDS.map((id) => productRow(id)) }),
);

function newService(): CatalogService {
  const config = { BASE_URL: 'https://shop.example', CATALOG_CACHE_MB: 256 } as SoukConfig;
  const visibility = {
    viewFor: () => Promise.resolve(new CatalogView(snapshot, audienceOf())),
  } as unknown as VisibilityService;
  return new CatalogService(visibility, new CatalogAnswers(config, {} as RevisionWatch));
}

describe('a list of ids', () => {
  const chunksOf = async (service: CatalogService, ids: readonly number[]): Promise<Buffer[]> => {
    const { answer } = await service.products(audienceOf(), { ids, base: false }, () => true);
    return [...(await answer.encoded({ gzip: false, br: false })).chunks];
  };

  it('that is long shares the bytes of its products with other lists', async () => {
    const service = newService();
    const before = new Set(await chunksOf(service, IDS));
    for (const ids of [IDS, IDS.toReversed(), IDS.slice(500)]) {
      const own = (await chunksOf(service, ids)).filter((chunk) => !before.has(chunk));
      const bytes = own.reduce((sum, { byteLength }) => sum + byteLength, 0);
      expect(bytes).toBeLessThan(2_000);
    }
  });

  it('that is short is one buffer, and nothing is cached', async () => {
    expect(await chunksOf(newService(), IDS.slice(0, 100))).toHaveLength(1);
  });
});
