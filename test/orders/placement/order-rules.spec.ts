import { randomUUID } from 'node:crypto';
import { invariantsFromNow } from '../../support/invariants.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

interface OrderBody {
  code?: number;
  message?: string;
  data?: { data: Record<string, string> };
}

describe('the rules of newOrder', () => {
  let shop: TestShop;
  let faults: () => Promise<string[]>;
  let account: TestAccount;

  beforeAll(async () => {
    shop = await workerShop();
    faults = await invariantsFromNow(shop.db);
    account = await shop.account({ balance: '1000' });
  });

  afterAll(async () => {
    expect(await faults()).toEqual([]);
  });

  const order = async (path: string) => {
    const answer = await account.api(`/client/api/newOrder/${path}`);
    return { ...answer, body: answer.json as OrderBody };
  };
  const codeOf = async (path: string) => (await order(path)).body.code;

  describe('quantity', () => {
    const cases = [
      {
        type: 'amount',
        values: { min: '500', max: '500000' },
        good: ['500', '500.5', '500000'],
        bad: { '499.999999': 112, '500000.000001': 113, '500.0000001': 106 },
      },
      {
        type: 'amount',
        values: null,
        good: ['0.000001', '1', '2.5'],
        bad: { '0': 112, '1.0000001': 106 },
      },
      {
        type: 'package',
        values: null,
        good: ['1', '1.0', '01'],
        bad: { '2': 106, '0': 106, '1.5': 106 },
      },
      {
        type: 'package',
        values: { min: '1', max: '50' },
        good: ['1', '50', '7.0'],
        bad: { '0': 112, '51': 113, '1.5': 106 },
      },
      {
        type: 'specificPackage',
        values: ['1.92', '2.88', '110'],
        good: ['1.92', '1.920', '110'],
        bad: { '1.93': 106, '1': 106 },
      },
    ] as const;

    it.each(cases)(
      'follows the table for $type with $values',
      async ({ type, values, good, bad }) => {
        const rich = await shop.account({ balance: '10000000' });
        const id = await shop.product({ type, quantityValues: values, price: '1' });
        const ask = (qty: string) =>
          rich.api(`/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}&qty=${qty}`);
        for (const qty of good) expect([qty, (await ask(qty)).status]).toEqual([qty, 200]);
        for (const [qty, code] of Object.entries(bad)) {
          expect([qty, ((await ask(qty)).json as OrderBody).code]).toEqual([qty, code]);
        }
      },
    );

    it('charges price × quantity exactly, rounded half up once', async () => {
      const id = await shop.product({ price: '0.00772255027173913' });
      const { text } = await order(`${id}/params?order_uuid=${randomUUID()}&qty=500.5`);
      expect(text).toContain('"price":3.86513641,');
    });

    it('refuses a charge that rounds to nothing with 112, but not a free product', async () => {
      const tiny = await shop.product({ price: '0.000061' });
      const free = await shop.product({ price: '0' });
      expect(await codeOf(`${tiny}/params?order_uuid=${randomUUID()}&qty=0.00001`)).toBe(112);
      const { text } = await order(`${free}/params?order_uuid=${randomUUID()}`);
      expect(text).toContain('"price":0,');
    });
  });

  describe('account fields', () => {
    const send = async (id: number, fields: string) =>
      order(`${id}/params?order_uuid=${randomUUID()}&${fields}`);

    it.each([
      ['playerId', 'playerId=1'],
      ['playerId', 'PLAYERID=1'],
      ['Zone ID', 'Zone%20ID=1'],
      ['Zone ID', 'zone+id=1'],
      ['Zone ID', 'zone_id=1'],
      ['معرف اللاعب', `${encodeURIComponent('معرف اللاعب')}=1`],
      ['معرف اللاعب', `${encodeURIComponent('معرف_اللاعب')}=1`],
      ['Phone', 'playerid=1'],
      ['Zone ID', 'zone-Id=1'],
      ['ZoneID', 'zone_id=1'],
      ['رقم اللاعب', 'user_id=1'],
      ['Game', 'Link=1'],
    ])('finds %p in %p', async (name, query) => {
      const id = await shop.product({ price: '0.01', fields: [name] });
      expect((await send(id, query)).status).toBe(200);
      const [row] = await shop.db.query<{ fields: Record<string, string> }>(
        'SELECT fields FROM orders WHERE product_id = $1',
        [id],
      );
      expect(row?.fields).toEqual({ [name]: '1' });
    });

    it('names the field that is missing or wrong', async () => {
      const server = {
        name: 'Server',
        label: 'Server',
        type: 'string',
        required: true,
        options: ['EU', 'Asia'],
      } as const;
      const player = {
        name: 'Player ID',
        label: 'Player',
        type: 'string',
        required: true,
        pattern: '^[0-9]{5,12}$',
      } as const;
      const note = { name: 'Level', label: 'Level', type: 'number', required: false } as const;
      const id = await shop.product({ price: '0.01', fields: [server, player, note] });
      const good = 'Server=EU&player_id=51234';
      expect((await send(id, good)).body.data?.data).toEqual({ Server: 'EU', player_id: '51234' });
      for (const [query, name] of [
        ['player_id=51234', 'Server'],
        ['Server=eu&player_id=51234', 'Server'],
        ['Server=EU&pid=51234', 'Player ID'],
        ['Server=EU&user_id=51234&phone=51235', 'Player ID'],
        ['Server=EU&player_id=51234x', 'Player ID'],
        ['Server=EU&player_id=%20', 'Player ID'],
        [`${good}&Level=high`, 'Level'],
        [`${good}&Server=EU`, 'Server'],
      ] as const) {
        const { body } = await send(id, query);
        expect([query, body.code]).toEqual([query, 114]);
        expect(body.message).toContain(name);
      }
    });

    it('finds them by label, separators and usual names, and in a replay by any of these', async () => {
      const text = { type: 'string', required: true } as const;
      const fields = [
        { ...text, name: 'معرف اللاعب', label: 'Player number' },
        { ...text, name: 'Zone ID', label: 'Server' },
      ];
      const id = await shop.product({ price: '0.01', fields });
      const path = `${id}/params?order_uuid=${randomUUID()}`;
      const placed = await order(`${path}&Player%20number=7&server=eu&source=bot`);
      expect(placed.body.data?.data).toEqual({ 'Player number': '7', server: 'eu' });
      for (const same of [
        `${encodeURIComponent('معرف اللاعب')}=7&Zone%20ID=eu`,
        'player%20NUMBER=7&zone-id=eu',
        'Zone_ID=eu&target=7',
        'Server=eu&uid=7&link=7',
      ]) {
        expect((await order(`${path}&${same}`)).text).toBe(placed.text);
      }
      for (const other of ['uid=8&server=eu', 'uid=7&link=8&server=eu', 'uid=7', 'uid=7&zone=eu']) {
        expect([other, await codeOf(`${path}&${other}`)]).toEqual([other, 116]);
      }
    });

    it('keeps jwt, key, secret and password only where the product asks for them', async () => {
      const id = await shop.product({ price: '0.01', fields: ['password'] });
      const { body } = await send(id, 'Password=hunter2&jwt=eyJh&key=k&secret=s&note=n');
      expect(body.data?.data).toEqual({ Password: 'hunter2' });
      const rows = await shop.db.query<Record<string, unknown>>(
        'SELECT fields, extra_parameters FROM orders WHERE product_id = $1',
        [id],
      );
      expect(rows).toEqual([
        { fields: { password: 'hunter2' }, extra_parameters: [['note', 'n']] },
      ]);
    });

    it('keeps extra parameters for the operator only, 20 at most', async () => {
      const id = await shop.product({ price: '0.01' });
      const extras = (count: number) =>
        Array.from({ length: count }, (_, i) => `x${i}=1`).join('&');
      const { body } = await send(id, `${extras(19)}&__proto__%5Bx%5D=1&token=secret`);
      expect(body.data?.data).toEqual({});
      const [row] = await shop.db.query<{ extra_parameters: string[][] }>(
        'SELECT extra_parameters FROM orders WHERE product_id = $1',
        [id],
      );
      expect(row?.extra_parameters).toHaveLength(20);
      expect(row?.extra_parameters.at(-1)).toEqual(['__proto__[x]', '1']);
      expect((await send(id, extras(21))).body.code).toBe(114);
      const secrets = 'jwt=a&key=b&secret=c&password=d&PIN=e';
      expect((await send(id, `${extras(20)}&${secrets}`)).status).toBe(200);
      expect((await send(id, `x=${'y'.repeat(501)}`)).body.code).toBe(114);
    });
  });
});
