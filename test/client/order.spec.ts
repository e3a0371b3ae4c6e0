import { UnknownOutcomeError } from '../../client/src/index.js';
import { error, json, type FakeShop } from './fake-shop.js';
import { NETWORK, REFUSALS } from './faults.js';
import { Ordering, REQUEST } from './ordering.js';

const PASSES = ['111', '130', '500'];

let ordering: Ordering;
let shop: FakeShop;

beforeEach(async () => {
  ordering = await Ordering.start();
  ({ shop } = ordering);
});
afterEach(() => {
  shop.close();
});

describe('an order', () => {
  it.each(Object.keys(NETWORK))('is placed after %s, and any other fault', async (first) => {
    for (const [second, deed] of Object.entries(NETWORK)) {
      shop.deeds = [NETWORK[first]!, deed];
      const result = await ordering.ordered({ onKey: ordering.onKey });
      expect([second, result.uuid, result]).toEqual([
        second,
        ordering.keys.at(-1),
        expect.objectContaining({ kind: 'accepted' }),
      ]);
      shop.flush();
    }
    expect(shop.debits.toSorted()).toEqual(ordering.keys.toSorted());
  });

  it.each(Object.keys(REFUSALS))('that is answered %s goes on or is refused', async (name) => {
    shop.deeds = [REFUSALS[name]!];
    const result = await ordering.client.order(REQUEST);
    const passes = PASSES.some((code) => name.startsWith(code));
    expect(result.kind).toBe(passes ? 'accepted' : 'refused');
    if (result.kind === 'refused') {
      expect([result.code, result.isSealed, shop.asked.length]).toEqual([parseInt(name), false, 1]);
    }
  });

  it('tells the state of the order', async () => {
    const kinds = { accept: 'accepted', wait: 'waiting', reject: 'rejected' } as const;
    for (const [status, kind] of Object.entries(kinds)) {
      shop.outcome = status as 'accept';
      const codes = status === 'accept' ? ['CODE-1'] : [];
      expect(await ordering.client.order(REQUEST)).toEqual({
        kind,
        uuid: expect.any(String) as string,
        order: {
          order_id: expect.any(String) as string,
          status,
          price: '1.5',
          data: REQUEST.fields,
          codes,
        },
      });
    }
  });

  it('is sealed when it cannot be placed in time', async () => {
    shop.lastDeed = 'hang-before';
    const result = await ordering.ordered({ onKey: ordering.onKey, deadlineMs: 5_000 });
    expect(result).toEqual({
      kind: 'sealed',
      uuid: ordering.keys[0],
      last: { kind: 'no-answer', reason: 'timed out' },
    });
    expect(ordering.clock.pausesMs.slice(0, 2)).toEqual([375, 750]);
    expect(ordering.clock.nowMs()).toBeLessThanOrEqual(5_000);
    expect([...shop.sealed]).toEqual(ordering.keys);
  });

  it('is found by the seal when only its answers were lost', async () => {
    shop.lastDeed = 'cut-after';
    expect(await ordering.ordered()).toMatchObject({
      kind: 'accepted',
      order: { codes: ['CODE-1'] },
    });
    expect(shop.asked.at(-1)).toMatch(/^check\?seal=1&orders=[\w-]{36}&uuid=1$/);
  });

  it('that is refused after a lost answer is sealed, as the lost request may arrive late', async () => {
    shop.deeds = ['late', 'serve'];
    shop.outcome = error(100, 422);
    const result = await ordering.ordered();
    expect(result).toMatchObject({ kind: 'refused', code: 100, isSealed: true });
    shop.outcome = 'accept';
    shop.flush();
    expect(shop.debits).toEqual([]);
  });

  it.each([111, 500])('that was committed is not refused: %i, then 121', async (code) => {
    shop.deeds = [{ ...error(code, 503), isDone: true }];
    shop.lastDeed = error(121, 401);
    expect(await ordering.ordered()).toMatchObject({ kind: 'accepted' });
    shop.checkDeed = error(121, 401);
    shop.deeds = [{ ...error(code, 200), isDone: true }];
    expect(await ordering.ordered()).toBeInstanceOf(UnknownOutcomeError);
  });

  it.each([408, 429])('that is refused after 111 with %i is not sealed', async (status) => {
    shop.deeds = [error(111, status)];
    shop.outcome = error(100, 422);
    expect(await ordering.ordered()).toMatchObject({ kind: 'refused', code: 100, isSealed: false });
  });

  it.each([503, 200])('is refused when all is in maintenance until the end, %i', async (status) => {
    [shop.lastDeed, shop.checkDeed] = [error(130, status), error(130, status)];
    expect(await ordering.ordered()).toMatchObject({ kind: 'refused', code: 130, isSealed: false });
    expect(ordering.clock.nowMs()).toBeLessThanOrEqual(120_000);
    shop.deeds = ['cut-before'];
    expect(await ordering.ordered()).toBeInstanceOf(UnknownOutcomeError);
    expect(await ordering.ordered({ uuid: crypto.randomUUID() })).toBeInstanceOf(
      UnknownOutcomeError,
    );
  });

  it('is not sealed if the caller does not want it', async () => {
    shop.lastDeed = 'cut-before';
    const result = await ordering.ordered({ seal: false, onKey: ordering.onKey });
    expect(result).toBeInstanceOf(UnknownOutcomeError);
    expect([result.uuid, shop.sealed.size]).toEqual([ordering.keys[0], 0]);
  });

  it('is not believed to be sealed by a shop that does not say so', async () => {
    shop.lastDeed = 'cut-before';
    shop.checkDeed = json(200, { status: 'OK', data: [] });
    expect(await ordering.ordered()).toBeInstanceOf(UnknownOutcomeError);
  });
});

describe('a key', () => {
  const uuid = '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
  const same = { product: '7', quantity: 2, data: REQUEST.fields };
  const waiting = { order_id: 'ID_8', status: 'wait' } as const;

  it('that names another order tells which', async () => {
    shop.orders.set(uuid, { ...same, ...waiting, product: '8' });
    const result = await ordering.ordered({ uuid });
    expect(result).toMatchObject({ kind: 'taken', uuid, order: { order_id: 'ID_8' } });
    expect(shop.debits).toEqual([]);
  });

  it.each([{ quantity: 1 }, { data: { 'Player ID': '6' } }, { data: { playerId: '5 1' } }])(
    'that names another order with %j tells so where only check is answered',
    async (other) => {
      shop.orders.set(uuid, { ...same, ...waiting, ...other });
      shop.lastDeed = 'cut-before';
      const result = await ordering.ordered({ uuid });
      expect(result).toMatchObject({ kind: 'taken', uuid, order: { order_id: 'ID_8' } });
    },
  );

  it('that names an order which check does not tell from this one is reported as this one', async () => {
    shop.lastDeed = 'cut-before';
    for (const other of [{}, { product: '8' }, { data: {} }]) {
      shop.orders.set(uuid, { ...same, ...waiting, ...other });
      expect(await ordering.ordered({ uuid })).toMatchObject({ kind: 'waiting', uuid });
    }
  });

  it('that was sealed is not sent again', async () => {
    shop.sealed.add(uuid);
    expect(await ordering.ordered({ uuid })).toMatchObject({
      kind: 'sealed',
      uuid,
      last: { code: 117 },
    });
    expect(shop.asked.length).toBe(1);
  });

  it('that may have been sent before is sealed when it is refused, a new one is not', async () => {
    shop.outcome = error(105, 409);
    expect(await ordering.ordered({ uuid, isNew: true })).toMatchObject({
      kind: 'refused',
      isSealed: false,
    });
    expect(await ordering.ordered({ uuid })).toMatchObject({
      kind: 'refused',
      code: 105,
      isSealed: true,
    });
  });

  it('that cannot be stored is never sent', async () => {
    const full = () => Promise.reject(new Error('disk full'));
    await expect(ordering.client.order(REQUEST, { onKey: full })).rejects.toThrow('disk full');
    expect(shop.asked).toEqual([]);
  });
});

describe('a request', () => {
  it('with a field that is called like a parameter is never sent', async () => {
    for (const name of ['order_uuid', 'qty', 'max_price']) {
      const fields = { [name]: '1' };
      await expect(ordering.client.order({ productId: 7, fields })).rejects.toThrow(TypeError);
    }
    expect(shop.asked).toEqual([]);
  });

  it('that was aborted before it was sent did nothing; later its outcome is unknown', async () => {
    const before = AbortSignal.abort(new Error('stopped'));
    await expect(ordering.client.order(REQUEST, { signal: before })).rejects.toThrow('stopped');
    expect(shop.asked).toEqual([]);

    const controller = new AbortController();
    shop.deeds = ['hang-after'];
    shop.onHang = () => {
      controller.abort(new Error('stopped'));
    };
    const result = await ordering.ordered({ signal: controller.signal });
    expect(result).toBeInstanceOf(UnknownOutcomeError);
    expect(shop.debits).toEqual([result.uuid]);
  });
});

describe('a pause', () => {
  it('is as long as the shop says', async () => {
    shop.deeds = [
      error(111, 429, { 'Retry-After': '2', 'RateLimit-Reset': '30' }),
      error(111, 200),
      error(130, 503),
      error(111, 503, { 'Retry-After': '0' }),
      error(111, 503, { 'Retry-After': 'Sun, 06 Nov 1994 08:49:37 GMT' }),
    ];
    expect(await ordering.ordered({ deadlineMs: 600_000 })).toMatchObject({ kind: 'accepted' });
    expect(ordering.clock.pausesMs).toEqual([30_500, 60_500, 60_500, 500, 60_500]);
  });

  it('beyond the deadline is not waited for', async () => {
    shop.lastDeed = error(111, 429, { 'Retry-After': '60' });
    expect(await ordering.ordered({ deadlineMs: 59_000 })).toMatchObject({ kind: 'sealed' });
    expect(ordering.clock.pausesMs).toEqual([]);
  });

  it('keeps a limit of which nothing is left', async () => {
    const { status, body } = error(109, 404);
    const headers = {
      RateLimit: '"requests";r=0;t=60',
      'RateLimit-Policy': '"requests";q=30;w=60',
    };
    shop.deeds = [{ status, body, headers }];
    await ordering.ordered();
    expect(ordering.clock.pausesMs).toEqual([]);
    await ordering.ordered();
    expect(ordering.clock.pausesMs).toEqual([2_000]);
  });
});
