import { workerLayeredShop, type LayeredShop } from '../../support/layered-shop.js';
import type { Answer } from '../../support/http-client.js';

let layered: LayeredShop;

beforeAll(async () => {
  layered = await workerLayeredShop();
});

const ask = (route: string): Promise<Answer> => layered.silver.api(`/client/api/${route}`);
const idsOf = (list: unknown): number[] => (list as { id: number }[]).map(({ id }) => id);

async function codeOf(route: string): Promise<unknown[]> {
  const { status, json } = await ask(route);
  return [status, (json as { code?: number }).code];
}

describe('products_id', () => {
  it.each([
    ['21', [21]],
    ['21,22', [21, 22]],
    ['[21,22]', [21, 22]],
    ['%5B21%2C22%5D', [21, 22]],
    ['22,21', [22, 21]],
    ['+21+,+22+', [21, 22]],
    ['[21,+22]', [21, 22]],
    ['21,21,021', [21]],
    ['21,', [21]],
    // Left out: missing, deleted, below a deleted category, hidden, below a hidden category, switched off.
    ['99,213,511,2113,31,1111,12,21', [21]],
    ['x,-1,1.5,0,2147483648,99999999999999999999,,%F0%9F%8E%AE,22', [22]],
  ])('%s lists %j', async (ids, expected) => {
    expect(idsOf((await ask(`products?products_id=${ids}`)).json)).toEqual(expected);
    const wrapped = (await ask(`products-wrapped?products_id=${ids}`)).json as { count: number };
    expect(wrapped).toMatchObject({ count: expected.length });
    for (const key of ['products', 'data', 'items'] as const) {
      expect(idsOf((wrapped as unknown as Record<string, unknown>)[key])).toEqual(expected);
    }
  });

  it.each(['99', '0', 'x', '[]', ',', '213', '2113', '31', '12', '99,213,2113', '2147483648'])(
    '%s finds nothing at all and is 109, whatever the base',
    async (ids) => {
      for (const route of ['products', 'products-wrapped']) {
        for (const base of ['', '&base=0', '&base=1']) {
          expect(await codeOf(`${route}?products_id=${ids}${base}`)).toEqual([404, 109]);
        }
      }
    },
  );

  it('that is empty asks for all', async () => {
    expect((await ask('products?products_id=')).text).toBe((await ask('products')).text);
  });

  it('takes as many ids as a URL holds', async () => {
    const ids = Array.from({ length: 6_000 }, (_, index) => index).join();

    const { json } = await ask(`products?products_id=${ids}`);

    const all = idsOf((await ask('products')).json).filter((id) => id < 6_000);
    expect(idsOf(json)).toEqual(all.sort((left, right) => left - right));
  });
});

describe('base', () => {
  it('of 1 leaves exactly id and name', async () => {
    expect((await ask('products?products_id=22,21&base=1')).text).toBe(
      '[{"id":22,"name":"Product 22 🎮"},{"id":21,"name":"Product 21 🎮"}]',
    );
    expect((await ask('products-wrapped?products_id=21&base=1')).text).toBe(
      '{"status":"OK","products":[{"id":21,"name":"Product 21 🎮"}],' +
        '"data":[{"id":21,"name":"Product 21 🎮"}],' +
        '"items":[{"id":21,"name":"Product 21 🎮"}],"count":1}',
    );
  });

  it('of 0 is as none', async () => {
    expect((await ask('products?base=0')).text).toBe((await ask('products')).text);
  });

  it.each(['2', '-1', '01', '1.0', 'true', 'x', '%20', '1&base=1'])(
    'of %s is 114 on both routes',
    async (value) => {
      for (const route of ['products', 'products-wrapped']) {
        expect(await codeOf(`${route}?base=${value}`)).toEqual([400, 114]);
        // Also for ids of nothing.
        expect(await codeOf(`${route}?products_id=99&base=${value}`)).toEqual([400, 114]);
      }
    },
  );
});

describe('content', () => {
  it('of a leaf has products and no categories', async () => {
    const { json } = await ask('content/2111');

    expect(json).toMatchObject({ status: 'OK', categories: [], category_id: 2111 });
    expect(idsOf((json as { products: unknown }).products)).toEqual([21111, 21112, 21113]);
  });

  it('of a category between has both, of its own alone', async () => {
    const { json } = await ask('content/21');

    expect(idsOf((json as { categories: unknown }).categories)).toEqual([211]);
    expect(idsOf((json as { products: unknown }).products)).toEqual([211, 212]);
  });

  it('of an empty category is empty', async () => {
    expect((await ask('content/4')).text).toBe(
      '{"status":"OK","categories":[],"products":[],"category_id":4}',
    );
  });

  it('of 0 has the roots in their order', async () => {
    const { json } = await ask('content/0');

    expect(json).toMatchObject({ products: [], category_id: 0 });
    expect(idsOf((json as { categories: unknown }).categories)).toEqual([4, 2, 1]);
  });

  it.each([
    ['missing', 99],
    ['deleted', 5],
    ['below a deleted one', 51],
    ['hidden', 3],
    ['below a hidden one', 1111],
  ])('of a category that is %s is 109', async (_, id) => {
    expect(await codeOf(`content/${id}`)).toEqual([404, 109]);
  });
});
