import { vi } from 'vitest';
import { AccountLanes } from '../../../src/account/access/lanes/account-lanes.js';
import { ChangesService } from '../../../src/catalog/changes/changes.service.js';
import { FormerCatalogs } from '../../../src/catalog/changes/former-catalogs.js';
import { RevisionWatch } from '../../../src/database/revision/revision-watch.js';
import { RawConnection } from '../../support/raw-connection.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
afterEach(() => vi.restoreAllMocks());

/** The comparisons that wait for their turn. */
function waiting(): number {
  const { comparisons } = shop.service(ChangesService) as unknown as {
    readonly comparisons: { readonly waiting: number };
  };
  return comparisons.waiting;
}

/** The requests of an account that the server knows to be open. */
function openRequests(accountId: number): number {
  return shop.service(AccountLanes).of('answers').runningOf(accountId);
}

it('nothing is compared for callers that close the connection while they wait', async () => {
  const account = await shop.account();
  const product = await shop.product({ price: '2' });
  await shop.service(RevisionWatch).refresh();
  const { cursor } = (await account.api('/client/api/changes')).json as { cursor: string };
  await shop.db.query('UPDATE products SET price = 3 WHERE id = $1', [product]);
  await shop.service(RevisionWatch).refresh();

  const former = shop.service(FormerCatalogs);
  const at = former.at.bind(former);
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  const compared = vi.spyOn(former, 'at').mockImplementation(async (...asked) => {
    await held;
    return at(...asked);
  });
  const path = `/client/api/changes?since=${cursor}`;
  const first = account.api(path);
  await until(() => compared.mock.calls.length === 1);
  const connection = await RawConnection.open(shop.baseUrl);
  connection.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\napi-token: ${account.token}\r\n\r\n`);
  await until(() => waiting() === 1);
  connection.destroy();
  await until(() => openRequests(account.id) === 1);
  const last = account.api(path);
  await until(() => waiting() === 2);
  letGo(undefined);

  for (const answer of await Promise.all([first, last])) {
    expect(answer.json).toMatchObject({ full: false, products: [{ id: product }] });
  }
  expect(compared).toHaveBeenCalledTimes(2);
});
