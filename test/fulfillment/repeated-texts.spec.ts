import { randomUUID } from 'node:crypto';
import { ProductService } from '../../src/catalog/editing/product.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { souk } from '../support/command-line.js';
import { operatorBrowser } from '../support/console-operator.js';
import { invariantFaults } from '../support/invariants.js';
import { productDeliveredBy } from '../support/own-handlers.js';
import { TestOperator } from '../support/test-operator.js';
import {
  byJob,
  delivered,
  newCode,
  repeatedDeliveries,
  WAITS,
} from '../support/repeated-deliveries.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  account = await shop.account({ balance: '1000' });
});
afterEach(async () => {
  expect(await invariantFaults(shop.db, [account.id])).toEqual([]);
});

const { product, placed, shown, accepted, delivery, held, twice } = repeatedDeliveries(
  () => shop,
  () => account,
);

describe('a product', () => {
  const isCoded = async (id: number) => (await shop.service(ProductService).get(id)).deliversCodes;

  it('that delivers words may repeat them', async () => {
    const id = await product(byJob(() => delivered('Done')));
    await accepted(await placed(id));
    await accepted(await placed(id));
    expect(await isCoded(id)).toBeNull();
  });

  it('that tops up a player may name the player in each text', async () => {
    const id = await product(byJob(() => delivered('Player 5123456789: 60 UC sent')));
    const player = { name: 'Player', label: 'Player', type: 'string', required: true } as const;
    await shop.inTransaction((manager) =>
      shop.service(ProductService).change(manager, id, { fields: [player] }),
    );
    const topUp = () => placed(id, account, '&Player=5123456789');
    await accepted(await topUp());
    await accepted(await topUp());
    expect(await isCoded(id)).toBeNull();
  });

  it('may say of each code the same date', async () => {
    const id = await product(byJob(() => delivered(newCode(), 'Valid until 12/2027')));
    await accepted(await placed(id));
    await until(() => isCoded(id));
    await accepted(await placed(id));
  });

  it('may say the same of each piece', async () => {
    const words = Array.from({ length: 10 }, () => 'Done, thank you');
    const id = await productDeliveredBy(
      shop,
      'amount',
      byJob(() => delivered(...words)),
    );
    await accepted(await placed(id, account, '&qty=10'));
    await accepted(await placed(id, account, '&qty=10'));
    expect(await isCoded(id)).toBeNull();
  });

  it('delivers codes once it has delivered one, by a job or at once', async () => {
    const job = await product(byJob(() => delivered(newCode())));
    await accepted(await placed(job));
    await until(() => isCoded(job));
    const atOnce = await product({
      deliverInTransaction: () => Promise.resolve(delivered(newCode())),
    });
    await placed(atOnce);
    await until(() => isCoded(atOnce));
  });

  it('delivers codes, or does not, as the operator says', async () => {
    const code = newCode();
    const id = await product(byJob(() => delivered(code)));
    const set = (value: string) =>
      souk(shop, 'product', 'set', String(id), '--delivers-codes', value);
    await set('off');
    await accepted(await placed(id));
    await accepted(await placed(id));
    const words = fresh('Receipt');
    const said = await product(byJob(() => delivered(words)));
    await shop.inTransaction((manager) =>
      shop.service(ProductService).change(manager, said, { deliversCodes: true }),
    );
    await accepted(await placed(said));
    await held(await placed(said));
  });
});

describe('what is delivered anyway', () => {
  /** An order that is held back for a code of another one, and whose other code went to a third order then. */
  async function outdated() {
    const { first, code } = await twice();
    const own = newCode();
    const second = await placed(await product(byJob(() => delivered(code, own))));
    await held(second);
    const third = await placed(await product(byJob(() => delivered(own))));
    await accepted(third);
    const others = [first, third].sort().join(', ');
    const note = `parts of it were delivered to the orders ${others} already`;
    const refusal = `Something of this delivery was delivered to ${others}, which was not known when it was held back. The order ${second} was not accepted; please decide again.`;
    return { second, codes: [code, own], others, note, refusal };
  }

  it('is no code of which the operator was not told; the next decision is about all', async () => {
    const { second, codes, note, refusal } = await outdated();
    const owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
    const accept = () =>
      owner.ask(`POST orders/${second}/accept`, {
        body: { deliver_anyway: true },
        key: randomUUID(),
      });
    expect(await accept()).toMatchObject({ status: 409, json: { detail: refusal } });
    expect(await shown(second)).toEqual(WAITS);
    expect((await delivery(second))?.note).toBe(`${note}; deliver it anyway, or reject it`);
    const { items } = await owner.get<{ items: object[] }>(`GET orders/${second}/timeline`);
    expect(items).toContainEqual(expect.objectContaining({ event: 'held back', facts: { note } }));
    expect((await accept()).status).toBe(200);
    expect(await shown(second)).toEqual({ status: 'accept', replay_api: codes });
  });

  it('is none by the terminal either', async () => {
    const { second, refusal } = await outdated();
    const accept = () => souk(shop, 'order', 'accept', second, '--deliver-anyway');
    const refused = await accept();
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain(refusal);
    expect((await accept()).code).toBe(0);
  });

  it('is none by the form of the console, which then shows all', async () => {
    const { second, others } = await outdated();
    const ada = await operatorBrowser(shop, 'support', fresh('ada'));
    const page = await ada.open(`/console/orders/${second}`);
    const refused = await ada.send(page, 'accept', { deliver_anyway: 'on' });
    expect(refused.text).toContain('was not known when it was held back.');
    expect(refused.text).toContain(`Parts of it were delivered to ${others} already.`);
    expect((await ada.send(refused, 'accept', { deliver_anyway: 'on' })).text).toContain(
      'The order is accepted.',
    );
  });
});

describe('our own stock', () => {
  const free = async (stock: string, code: string) => {
    const owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
    return owner.get<{ added: number }>(`POST stocks/${stock}/codes`, {
      body: { codes: [code] },
      key: randomUUID(),
    });
  };

  it('has no code that a supplier has delivered', async () => {
    const { code } = await twice();
    expect(await free(fresh('stock'), code)).toMatchObject({ added: 0 });
  });

  it('sells a code to another order while it is held back: then it is not delivered anyway', async () => {
    const [stock, code] = [fresh('stock'), newCode()];
    await free(stock, code);
    const order = await placed(await product(byJob(() => delivered(code))));
    await held(order);
    const fulfillment = [{ handler: 'codes', settings: { stock } }];
    const buyer = await placed(await shop.product({ price: '2', fulfillment }));
    const closes = shop.service(OrderCloseService);
    await expect(closes.accept(order, { actor: 'test', deliverAnyway: true })).rejects.toThrow(
      `Something of this delivery was delivered to ${buyer}, which was not known`,
    );
    expect(await shown(order)).toEqual(WAITS);
    expect(await shown(buyer)).toEqual({ status: 'accept', replay_api: [code] });
  });

  it('has a code that a supplier delivers: it waits, and is sold no more once it is delivered', async () => {
    const [stock, code] = [fresh('stock'), newCode()];
    expect(await free(stock, code)).toMatchObject({ added: 1 });
    const order = await placed(await product(byJob(() => delivered(code))));
    expect(await held(order)).toContain('a code of it is one of our own stock');
    const by = { actor: 'test', deliverAnyway: true };
    await shop.service(OrderCloseService).accept(order, by);
    const fulfillment = [{ handler: 'codes', settings: { stock } }];
    const stocked = await shop.product({ type: 'package', price: '2', fulfillment });
    const path = `/client/api/newOrder/${stocked}/params?order_uuid=${randomUUID()}`;
    expect((await account.api(path)).json).toMatchObject({ code: 105 });
  });

  it.each(['delivers codes', 'delivers none', 'may deliver anything'])(
    'has a code that an operator types, however short: a product that %s is not accepted with it, and the stock sells it',
    async (what) => {
      const [stock, code] = [fresh('stock'), fresh('s')];
      await free(stock, code);
      const gift = await product();
      const said = { 'delivers codes': 'on', 'delivers none': 'off' }[what];
      if (said) await souk(shop, 'product', 'set', String(gift), '--delivers-codes', said);
      const order = await placed(gift);
      const typed = { actor: 'test', codes: [code, 'Thank you'] };
      const closes = shop.service(OrderCloseService);
      await expect(closes.accept(order, typed)).rejects.toThrow(
        'Something of this delivery is in our own stock',
      );
      const fulfillment = [{ handler: 'codes', settings: { stock } }];
      const buyer = await placed(await shop.product({ price: '2', fulfillment }));
      expect(await shown(buyer)).toEqual({ status: 'accept', replay_api: [code] });
      await expect(closes.accept(order, typed)).rejects.toThrow(`to order ${buyer} already`);
    },
  );

  it('has a short code that a supplier delivers beside another one: it waits', async () => {
    const [stock, code] = [fresh('stock'), fresh('s')];
    await free(stock, code);
    const order = await placed(await product(byJob(() => delivered(newCode(), code))));
    expect(await held(order)).toContain('a code of it is one of our own stock');
  });
});
