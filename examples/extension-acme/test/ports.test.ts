import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  Database,
  type CatalogPolicy,
  type OrderEventData,
  type PolicyAudience,
  type PolicyProduct,
} from 'souk';
import {
  CHECK_CASES,
  HANDLER_CASES,
  LISTENER_CASES,
  POLICY_CASES,
  TOKEN_SOURCE_CASES,
  shopEvent,
} from 'souk/testing';
import { CostPlus } from '../src/cost-plus.policy.js';
import { DailyLimit, DAILY_LIMIT_REACHED } from '../src/daily-limit.check.js';
import { PartnerTokens } from '../src/partner-tokens.source.js';
import { Sink } from '../src/sink.listener.js';
import { SupplierHandler } from '../src/supplier.handler.js';
import { Visibility } from '../src/visibility.policy.js';
import { AcmeShop } from './acme-shop.js';

/** Souk promises to call a port in certain ways; these cases prove that a port keeps its own promises in return. */
let acme: AcmeShop;
let database: Database;

before(async () => {
  acme = await AcmeShop.start();
  database = acme.shop.get(Database);
  await acme.shop.query(ROWS);
  await acme.shop.query('INSERT INTO acme_tokens VALUES ($1, 1)', [
    hash('sha256', 'Partner-1', 'buffer'),
  ]);
});
after(() => acme.close());

const ROWS = `
  WITH rates AS (INSERT INTO acme_rates VALUES ('EUR', 1.09)),
       costs AS (INSERT INTO acme_costs VALUES (1, 2, 'EUR', 10), (2, 3, 'EUR', 0)),
       accounts AS (INSERT INTO acme_accounts VALUES (1, 'DE'), (2, 'FR'))
  INSERT INTO acme_rules VALUES (1, '{1,2,3,4,5}', NULL), (2, NULL, '{DE}')`;

const products = [1, 2, 3].map((id): PolicyProduct => ({
  id,
  name: `Product ${id}`,
  price: '5',
  available: true,
  categoryIds: [1],
}));
const audiences = [1, 2, 3].map((accountId): PolicyAudience => ({
  accountId,
  groupId: null,
  showUnavailable: false,
  testing: false,
}));

for (const policy of [new Visibility(), new CostPlus()] as readonly CatalogPolicy[]) {
  for (const { name, run } of POLICY_CASES) {
    test(`${policy.name} ${name}`, () =>
      run({ policy, products, audiences, inTransaction: (work) => database.snapshot(work) }));
  }
}

for (const { name, run } of CHECK_CASES) {
  const check = new DailyLimit('10');
  const dryRun = { dryRun: true };
  test(`the daily limit ${name}`, () =>
    run({
      check,
      errors: [DAILY_LIMIT_REACHED],
      refused: { total: '10.01' },
      unconcerned: { rehearsal: true },
      inTransaction: (order) =>
        database.transaction((manager) => check.check(manager, order), dryRun),
    }));
}

for (const { name, run } of HANDLER_CASES) {
  test(`the supplier ${name}`, () =>
    run({
      handler: new SupplierHandler(acme.outside.url),
      settings: { sku: 'UC60' },
      wrongSettings: { sku: 60 },
    }));
}

const order: OrderEventData = {
  accountId: 1,
  orderId: 'ID_0000000000000001',
  orderUuid: 'order-1',
  productId: 1,
  productName: '60 UC',
  quantity: '1',
  unitPrice: '1.5',
  total: '1.5',
  rehearsal: false,
};
const accepted = (data: OrderEventData) => shopEvent({ type: 'order.accepted', data });

for (const { name, run } of LISTENER_CASES) {
  test(`the sink ${name}`, () =>
    run({
      listener: new Sink(`${acme.outside.url}/sink`),
      concerned: [accepted(order)],
      unconcerned: [accepted({ ...order, rehearsal: true })],
      breakDown: () => {
        acme.outside.isDown = true;
        return () => {
          acme.outside.isDown = false;
        };
      },
    }));
}

for (const { name, run } of TOKEN_SOURCE_CASES) {
  test(`the token source ${name}`, () =>
    run({
      source: new PartnerTokens(database),
      known: { token: 'Partner-1', accountId: 1 },
      unknown: 'Partner-2',
    }));
}
