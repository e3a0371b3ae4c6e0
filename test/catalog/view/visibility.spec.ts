import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { chargeFor } from '../../../src/common/money.js';
import { PriceRuleService } from '../../../src/catalog/rules/price-rule.service.js';
import { VisibilityRuleService } from '../../../src/catalog/rules/visibility-rule.service.js';
import { exactJson } from '../../support/exact-json.js';
import { storedCatalog, workerLayeredShop, type LayeredShop } from '../../support/layered-shop.js';
import type { TestAccount } from '../../support/test-shop.js';

interface ExactProduct {
  readonly id: { rawJSON: string };
  readonly price: { rawJSON: string };
}

let layered: LayeredShop;
let visibilities: VisibilityRuleService;
let prices: PriceRuleService;

const change = <T>(work: (manager: EntityManager) => Promise<T>): Promise<T> =>
  layered.shop.inTransaction(work);

beforeAll(async () => {
  layered = await workerLayeredShop();
  visibilities = layered.shop.service(VisibilityRuleService);
  prices = layered.shop.service(PriceRuleService);
});

/** Product id → price, as listed. */
async function listed({ api }: TestAccount): Promise<Map<number, string>> {
  const products = exactJson((await api('/client/api/products')).text) as ExactProduct[];
  return new Map(products.map(({ id, price }) => [Number(id.rawJSON), price.rawJSON]));
}

describe.each(['gold', 'silver', 'plain'] as const)('%s can order', (name) => {
  it('what is listed and nothing that is hidden, at the listed price', async () => {
    const account = layered[name];
    const { products } = await storedCatalog(layered.shop.db);
    const listing = await listed(account);

    for (const { id, available } of products) {
      const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}&qty=10`;
      const { text, json } = await account.api(path);
      const price = listing.get(id);
      const charge = price === undefined ? undefined : chargeFor(price, '10');

      if (charge === undefined) expect([109, 110]).toContain((json as { code: number }).code);
      else if (!available) expect([id, json]).toMatchObject([id, { code: 110 }]);
      else if (charge === '0') expect([id, json]).toMatchObject([id, { code: 112 }]);
      else expect([id, text]).toEqual([id, expect.stringContaining(`"price":${charge},"data"`)]);
    }
  });
});

describe('110 instead of 109', () => {
  it('is for what is only switched off, never for what is hidden', async () => {
    const codeOf = async (account: TestAccount, id: number): Promise<unknown> => {
      const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}`;
      return ((await account.api(path)).json as { code?: number }).code;
    };

    expect(await codeOf(layered.silver, 12)).toBe(110);
    // Switched off as well, but below a category that is hidden from silver, and from all.
    expect(await codeOf(layered.silver, 1113)).toBe(109);
    expect(await codeOf(layered.plain, 312)).toBe(109);
    expect(await codeOf(layered.plain, 1113)).toBe(110);
  });
});

describe('the operator', () => {
  const sees = async (account: TestAccount, id: number): Promise<boolean> =>
    (await listed(account)).has(id);

  it('sets a rule in place of the earlier one, and takes it back', async () => {
    const { plain } = layered;
    const me = { accountId: plain.id };
    const target = { productId: 21 };

    for (const visible of [false, true, false]) {
      await change((manager) => visibilities.set(me, target, visible, manager));
      expect(await sees(plain, 21)).toBe(visible);
    }
    const mine = (await visibilities.page(0, 100)).filter(
      ({ accountId }) => accountId === plain.id,
    );
    expect(mine).toMatchObject([{ productId: 21, visible: false, origin: 'operator' }]);
    await change((manager) => visibilities.clear(me, target, manager));
    expect(await sees(plain, 21)).toBe(true);
    await expect(change((manager) => visibilities.clear(me, target, manager))).rejects.toThrow(
      'There is no such rule',
    );
  });

  it('hides an item from all without touching what accounts and groups are shown', async () => {
    const { gold, silver } = layered;
    await change((manager) =>
      visibilities.set({ accountId: gold.id }, { categoryId: 2 }, true, manager),
    );
    await change((manager) => visibilities.set({}, { categoryId: 2 }, false, manager));

    expect([await sees(gold, 21), await sees(silver, 21)]).toEqual([true, false]);
    await change((manager) => visibilities.clear({}, { categoryId: 2 }, manager));
    expect([await sees(gold, 21), await sees(silver, 21)]).toEqual([true, true]);
    await change((manager) =>
      visibilities.clear({ accountId: gold.id }, { categoryId: 2 }, manager),
    );
  });

  it('sets a price in place of the earlier one, and takes it back', async () => {
    const { plain } = layered;
    const me = { accountId: plain.id };
    const target = { productId: 111 };
    const priceOf = async (): Promise<unknown> => (await listed(plain)).get(111);
    const base = await priceOf();

    await change((manager) => prices.set(me, target, { fixedPrice: '10' }, manager));
    expect(await priceOf()).toBe('10');
    await change((manager) => prices.set(me, target, { percentage: '-100' }, manager));
    expect(await priceOf()).toBe('0');
    const mine = (await prices.page(0, 100)).filter(({ accountId }) => accountId === plain.id);
    expect(mine).toMatchObject([{ productId: 111, fixedPrice: null }]);
    await change((manager) => prices.clear(me, target, manager));
    expect(await priceOf()).toBe(base);
    await expect(change((manager) => prices.clear(me, target, manager))).rejects.toThrow(
      'There is no such price',
    );
  });

  it.each([
    [{}, {}, 'Please choose a category or a product'],
    [{ accountId: 1, groupId: 1 }, { productId: 21 }, 'Please choose an account or a group'],
    [{}, { productId: 99 }, 'There is no such category or product'],
    [{}, { productId: 213 }, 'There is no such category or product'],
    [{}, { categoryId: 5 }, 'There is no such category or product'],
  ])('for %j on %j is told what is wrong with a rule', async (audience, target, sentence) => {
    await expect(
      change((manager) => visibilities.set(audience, target, false, manager)),
    ).rejects.toThrow(sentence);
  });

  it.each([
    [{}, { productId: 21 }, { fixedPrice: '1' }, 'Please choose the account or the group'],
    [
      { accountId: 1 },
      { categoryId: 2 },
      { fixedPrice: '1' },
      'Only a product can have a fixed price',
    ],
    [{ accountId: 1 }, {}, { fixedPrice: '1' }, 'Only a product can have a fixed price'],
    [{ accountId: 1 }, { productId: 213 }, { fixedPrice: '1' }, 'There is no such category'],
    [{ accountId: 1 }, { productId: 21 }, { fixedPrice: '-1' }, 'an amount in USD'],
    [{ accountId: 1 }, { productId: 21 }, { percentage: '-100.1' }, 'a percentage such as'],
    [{ accountId: 1 }, { productId: 21 }, { percentage: '1.0000001' }, 'a percentage such as'],
    [{ accountId: 1 }, { productId: 21 }, { percentage: 'ten' }, 'a percentage such as'],
  ])('for %j on %j is told what is wrong with %j', async (audience, target, price, sentence) => {
    await expect(change((manager) => prices.set(audience, target, price, manager))).rejects.toThrow(
      sentence,
    );
  });
});
