import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';
import { CommittedCodes } from '../../../src/account/events/committed-codes.js';
import { EventReader } from '../../../src/account/events/event-reader.repository.js';
import { EventVerificationService } from '../../../src/account/events/event-verification.service.js';
import { SecretBox } from '../../../src/common/secret-box.js';
import { Database } from '../../../src/database/database.js';
import { CodeCommitments } from '../../../src/orders/code-commitments.js';
import { LateCommitments } from '../../../src/orders/commitments/late-commitments.task.js';
import { LaterCodes } from '../../../src/orders/later-codes.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { aboutOrder } from '../../../src/orders/order.entity.js';
import { eventRows } from '../../support/account-events.js';
import { BuyingShop } from '../../support/buying-shop.js';
import { soukJson } from '../../support/command-line.js';
import { openedOrder, provenEvents } from '../../support/committed-codes.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { productDeliveredBy } from '../../support/own-handlers.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let faults: () => Promise<string[]>;
let folder: string;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  folder = await mkdtemp(join(tmpdir(), 'souk-commitments-'));
  product = await shop.product({ price: '5' });
});
beforeEach(async () => {
  account = await shop.account({ balance: '1000' });
});
afterEach(async () => {
  expect((await shop.service(EventVerificationService).verify(account.id)).faults).toEqual([]);
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
  await rm(folder, { recursive: true });
});

const ordered = async (of: number, qty = 1, by = account): Promise<string> => {
  const { json } = await by.api(
    `/client/api/newOrder/${of}/params?qty=${qty}&order_uuid=${randomUUID()}`,
  );
  return (json as { data: { order_id: string } }).data.order_id;
};
const accept = (id: string, ...codes: string[]) =>
  shop.service(OrderCloseService).accept(id, { codes, actor: 'operator:test' });
const within = <T>(work: (manager: EntityManager) => Promise<T>) =>
  shop.service(Database).transaction(work);
const addTo = (manager: EntityManager, id: string, ...codes: string[]) =>
  shop.service(LaterCodes).add(manager, id, codes, () => Promise.resolve(20));
const addCodes = (id: string, ...codes: string[]) =>
  within((manager) => addTo(manager, id, ...codes));
const codes = (count: number) => Array.from({ length: count }, () => fresh('كود 🎮'));

/** The statements of the release before, which know no commitments. */
const sealedCodes = (id: string, list: readonly string[]) =>
  shop
    .service(SecretBox)
    .encrypt(JSON.stringify(list), aboutOrder({ accountId: account.id, orderId: id }));
const acceptAsBefore = (manager: EntityManager, id: string, list: readonly string[]) =>
  manager.query(
    `UPDATE orders SET status = 'accept', delivered_codes = NULL, decision_note = '', decided_by = 'operator:test',
                       decided_at = now(), sealed_codes = $2, reason_for_reseller = NULL WHERE order_id = $1`,
    [id, sealedCodes(id, list)],
  );
const setCodesAsBefore = (manager: EntityManager, id: string, list: readonly string[]) =>
  manager.query(
    `WITH noted AS (
       INSERT INTO order_search_changes (account_id, order_id) VALUES ($1, $2)
       ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = now(), texts_done = 0, failures = 0
     )
     UPDATE orders SET delivered_codes = NULL, sealed_codes = $3 WHERE account_id = $1 AND order_id = $2`,
    [account.id, id, sealedCodes(id, list)],
  );

/** The server does it every few seconds; here at once. */
const committedLate = async (id: string) => {
  await until(async () => {
    await shop.service(LateCommitments).run();
    const noted = await shop.db.query('SELECT FROM uncommitted_codes WHERE order_id = $1', [id]);
    return noted.length === 0;
  });
  return provenEvents(shop, id);
};

describe('the events of delivered codes', () => {
  it('commit to those of an operator, with a salt of its own for each', async () => {
    const id = await ordered(product);
    const [one, two] = codes(2) as [string, string];
    await accept(id, one, two);
    expect(await provenEvents(shop, id)).toEqual(['placed', `accepted ${one} ${two}`]);
    const order = await openedOrder(shop, id);
    const salts = shop.service(CodeCommitments).salts(order);
    expect(salts).toHaveLength(32);
    expect(salts.subarray(0, 16)).not.toEqual(salts.subarray(16));
    const [, accepted] = await eventRows(shop.db, account.id);
    expect([accepted!.salts, accepted!.commitments]).toEqual([null, order.codeCommitments]);
  });

  it('commit to those that are added behind the former ones', async () => {
    const id = await ordered(product);
    const [one, two, three, four] = codes(4) as [string, string, string, string];
    await accept(id);
    await addCodes(id, one);
    await addCodes(id, two, three);
    await addCodes(id, four);
    const told = [`codes ${one}`, `codes ${two} ${three}`, `codes ${four}`];
    expect(await provenEvents(shop, id)).toEqual(['placed', 'accepted', ...told]);
  });

  it('commit to those of a stock, in the event of an order that is delivered at once', async () => {
    const [stock, file, list] = [fresh('stock'), join(folder, randomUUID()), codes(3)];
    await writeFile(file, list.join('\n'));
    await soukJson(shop, 'codes', 'import', stock, file);
    const values = { type: 'package', quantityValues: { min: '1', max: '9' } } as const;
    const fulfillment = [{ handler: 'codes', settings: { stock } }];
    const id = await ordered(await shop.product({ price: '5', ...values, fulfillment }), 3);
    expect(await provenEvents(shop, id)).toEqual(['placed', `accepted ${list.join(' ')}`]);
  });

  it('commit to those of a handler that delivers later', async () => {
    const list = codes(2);
    const deliver = () => Promise.resolve({ kind: 'delivered', codes: list } as const);
    const id = await ordered(await productDeliveredBy(shop, 'package', { deliver }));
    const told = ['placed', `accepted ${list.join(' ')}`];
    await until(async () => (await provenEvents(shop, id)).length === told.length);
    expect(await provenEvents(shop, id)).toEqual(told);
  });

  it('commit to nothing where there are no codes, and in test orders', async () => {
    const id = await ordered(product);
    await accept(id);
    const tester = await shop.account({ testing: true, balance: '10' });
    const categoryId = await shop.category({ testingOnly: true });
    const fulfillment = [{ handler: 'test', settings: { outcome: 'two-codes' } }];
    const trial = await ordered(
      await shop.product({ categoryId, price: '3', type: 'package', fulfillment }),
      1,
      tester,
    );
    await until(async () => (await provenEvents(shop, trial)).length === 2);
    for (const one of [id, trial]) {
      expect(await provenEvents(shop, one)).toEqual(['placed', 'accepted']);
      const { codeCommitments, encryptedCodeSalts } = await openedOrder(shop, one);
      expect([codeCommitments, encryptedCodeSalts]).toEqual([null, null]);
      const noted = await shop.db.query('SELECT FROM uncommitted_codes WHERE order_id = $1', [one]);
      expect(noted).toEqual([]);
    }
  });

  it('have the salts sealed with the codes, for no other order', async () => {
    const [one, two] = [await ordered(product), await ordered(product)];
    await accept(one, ...codes(1));
    await accept(two, ...codes(1));
    const [first, second] = [await openedOrder(shop, one), await openedOrder(shop, two)];
    const { encryptedCodeSalts } = second;
    const commitments = shop.service(CodeCommitments);
    expect(() => commitments.salts({ ...first, encryptedCodeSalts })).toThrow(
      /changed in the database/,
    );
    const hex = second.codeCommitments!.toString('hex');
    expect(commitments.proofOf(first, first.deliveredCodes!, hex)).toBeUndefined();
  });
});

describe('a supplier', () => {
  it('delivers codes that are committed to', async () => {
    const buying = await BuyingShop.in(shop);
    const [code] = codes(1) as [string];
    const order = await buying.bought();
    const theirs = { order_id: order.theirs, status: 'accept', price: 0.75, replay_api: [code] };
    buying.there.set(order.key, { status: 'OK', data: [theirs] });
    expect(await buying.decided(order.id)).toBe('accept');
    expect(await provenEvents(shop, order.id)).toEqual(['placed', `accepted ${code}`]);
    await buying.close();
  });
});

describe('codes of a server of the release before', () => {
  it('are committed to by an event of their own, a little later', async () => {
    const id = await ordered(product);
    const list = codes(3);
    await within((manager) => acceptAsBefore(manager, id, list.slice(0, 1)));
    expect((await provenEvents(shop, id)).slice(0, 2)).toEqual(['placed', 'accepted']);
    expect(await committedLate(id)).toEqual(['placed', 'accepted', `late ${list[0]}`]);
    await within((manager) => setCodesAsBefore(manager, id, list));
    const late = [`late ${list[0]}`, 'codes', `late ${list[1]} ${list[2]}`];
    expect(await committedLate(id)).toEqual(['placed', 'accepted', ...late]);
    // Once.
    await shop.service(LateCommitments).run();
    expect(await provenEvents(shop, id)).toHaveLength(5);
  });

  it('are committed to if they were added to some that were', async () => {
    const id = await ordered(product);
    const list = codes(2);
    await accept(id, list[0]!);
    await within((manager) => setCodesAsBefore(manager, id, list));
    const told = ['placed', `accepted ${list[0]}`, 'codes', `late ${list[1]}`];
    expect(await committedLate(id)).toEqual(told);
  });

  it('are committed to by the event of codes that this release adds before', async () => {
    const id = await ordered(product);
    const list = codes(2);
    await within(async (manager) => {
      await acceptAsBefore(manager, id, list.slice(0, 1));
      await addTo(manager, id, list[1]!);
    });
    expect(await committedLate(id)).toEqual(['placed', 'accepted', `codes ${list.join(' ')}`]);
  });

  it('are committed to if the order was inserted with them', async () => {
    const id = `ID_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const list = codes(1);
    await shop.db.query(
      `WITH key AS (
         INSERT INTO order_keys (account_id, order_uuid, order_id) VALUES ($1, $2, $2)
       )
       INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total,
                           field_schema, sent_fields, fields, extra_parameters, status, decided_by, decided_at, sealed_codes)
       VALUES ($1, $2, $2, 1, 'UC', 0, 1, 0, '[]', '[]', '{}', '[]', 'accept', 'handler:x', now(), $3)`,
      [account.id, id, sealedCodes(id, list)],
    );
    expect(await committedLate(id)).toEqual(['placed', 'accepted', `late ${list[0]}`]);
  });

  it('wait while they cannot be opened, and keep no others waiting', async () => {
    const [lost, id] = [await ordered(product), await ordered(product)];
    const [code] = codes(1) as [string];
    await within(async (manager) => {
      await acceptAsBefore(manager, lost, ['x']);
      await manager.query('UPDATE orders SET sealed_codes = $2 WHERE order_id = $1', [
        lost,
        Buffer.alloc(40, 1),
      ]);
      await acceptAsBefore(manager, id, [code]);
    });
    expect(await committedLate(id)).toEqual(['placed', 'accepted', `late ${code}`]);
    const noted = `SELECT due_at > now() + interval '50 minutes' AS waits FROM uncommitted_codes WHERE order_id = $1`;
    expect(await shop.db.query(noted, [lost])).toEqual([{ waits: true }]);
    await shop.db.query('DELETE FROM uncommitted_codes WHERE order_id = $1', [lost]);
  });
});

describe('the verification', () => {
  it('says nothing of codes that cannot be opened', async () => {
    const id = await ordered(product);
    await accept(id, ...codes(1));
    const reader = shop.service(EventReader);
    const database = shop.service(Database);
    const blind = new EventVerificationService(
      database,
      reader,
      new CommittedCodes(reader, new SecretBox([Buffer.alloc(32, 1)])),
    );
    expect((await blind.verify(account.id)).faults).toEqual([]);
  });
});
