import { TestOperator } from '../support/test-operator.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let owner: TestOperator;

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
});

it('groups are deleted with their rules by those who may change these, and the audit keeps them', async () => {
  const name = fresh('Agreed');
  const { id } = await owner.get<{ id: number }>('POST groups', { body: { name } });
  await owner.ask('PUT price-rules', { body: { group_id: id, percentage: '-3' } });
  const scopes = ['accounts.edit', 'accounts.read'] as const;
  const limited = await TestOperator.of(shop, 'manager', { name: fresh('limited'), scopes });
  const refused = await limited.ask(`DELETE groups/${id}`);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('prices.edit')]);
  expect((await owner.ask(`DELETE groups/${id}`)).json).toEqual({ id, name, rules: 1 });
  const [entry] = await shop.db.query<{ before: { prices: unknown } }>(
    "SELECT before FROM audit_entries WHERE action = 'group delete' AND actor = $1",
    [`operator:${owner.name}`],
  );
  expect(entry?.before.prices).toMatchObject([{ product_id: null, percentage: '-3' }]);
});

it('groups that are deleted while rules are made for them leave none, and no server error', async () => {
  const product = await shop.product({ price: '1' });
  for (let round = 0; round < 10; round++) {
    const { id } = await owner.get<{ id: number }>('POST groups', {
      body: { name: fresh('Brief') },
    });
    const rule = { group_id: id, product_id: product };
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => owner.ask('PUT price-rules', { body: { ...rule, percentage: '5' } })),
      owner.ask(`DELETE groups/${id}`),
      ...[1, 2, 3].map(() =>
        owner.ask('PUT visibility-rules', { body: { ...rule, visible: false } }),
      ),
    ]);
    expect(
      answers.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status)),
    ).toEqual([]);
    expect(await shop.db.query('SELECT FROM price_rules WHERE group_id = $1', [id])).toEqual([]);
  }
});
