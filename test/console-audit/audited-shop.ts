import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OperatorLinks } from '../../src/people/links/operator-links.service.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { soukJson } from '../support/command-line.js';
import { addOperator, addSecondFactor } from '../support/console-operator.js';
import { freePort } from '../support/free-port.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { addSupply } from './audited-supply.js';

/** Who opens a screen. The last ones have to set a second factor up at the next sign-in, and to give its code. */
export const PEOPLE = {
  owner: 'owner',
  manager: 'manager',
  support: 'support',
  finance: 'finance',
  viewer: 'viewer',
  'without-factor': 'viewer',
  'with-factor': 'viewer',
} as const;

export type Person = keyof typeof PEOPLE;

/** A shop in which each screen has something to show. */
export interface AuditedShop {
  readonly shop: TestShop;
  readonly baseUrl: string;
  /** Ids of orders. */
  readonly orders: Readonly<Record<'waiting' | 'accepted' | 'rejected' | 'reversed', string>>;
  /** The order_uuid of an order that was refused. */
  readonly refusedUuid: string;
  readonly accountId: number;
  readonly categoryId: number;
  readonly productId: number;
  /** The secrets of links by which the first operator and an invited one set their passwords. */
  readonly links: { readonly first: string; readonly invited: string };
  close(): Promise<void>;
}

const WAITING = 30;
const ARABIC_NAME = 'شدات ببجي موبايل — ٦٠ شدة';
/** Neither a space nor a hyphen to break it at. */
const UNBROKEN_NAME = 'GiftCardWithoutAnySpaces'.repeat(4);
const NAMES = ['60 <UC> 💎 & friends', ARABIC_NAME, UNBROKEN_NAME, 'Şanslı Iğdır İndirimi'];

/** Starts the shop at the address of its BASE_URL, so that a browser takes its cookies. */
export async function startAuditedShop(): Promise<AuditedShop> {
  const port = String(await freePort());
  const backups = await mkdtemp(join(tmpdir(), 'souk-audit-'));
  const settings = {
    SECRET_KEYS: newSecretKey(),
    BACKUP_DIR: backups,
    PORT: port,
    BASE_URL: `http://127.0.0.1:${port}`,
  };
  const shop = await startTestShop(settings);
  const command = async (...words: string[]): Promise<void> => {
    await soukJson({ ...settings, DATABASE_URL: shop.db.url }, ...words);
  };
  const first = (await shop.service(OperatorLinks).forFirstOperator())!;
  for (const [name, role] of Object.entries(PEOPLE)) await addOperator(shop, name, role);
  await command('operator', 'set', 'without-factor', '--require-two-factor', 'on');
  await addSecondFactor(shop, 'with-factor');
  const accounts = await addAccounts(shop);
  await command('backups', 'make');
  const { categoryId, products } = await addProducts(shop);
  const { orders, refusedUuid } = await addOrders(accounts, products, command);
  await until(async () => (await shop.db.query('SELECT FROM order_refusals')).length > 0);
  const supplier = await addSupply(shop);
  const { link: invited } = await shop
    .service(OperatorManagement)
    .create('invited', 'support', { actor: 'operator:test' });
  return {
    shop,
    baseUrl: shop.baseUrl,
    orders,
    refusedUuid,
    accountId: accounts[0]!.id,
    categoryId,
    productId: products[0]!,
    links: { first, invited },
    close: async () => {
      await supplier.close();
      await shop.close();
      await rm(backups, { recursive: true });
    },
  };
}

function addAccounts(shop: TestShop): Promise<TestAccount[]> {
  return Promise.all([
    shop.account({ name: 'Acme Games', balance: '10000.12345678', group: 'Gold' }),
    shop.account({ name: 'متجر الألعاب العربي 🎮', email: 'ops@arabic.example', balance: '5000' }),
    shop.account({ name: UNBROKEN_NAME, email: `${'long'.repeat(15)}@a.example`, balance: '0.1' }),
  ]);
}

async function addProducts(shop: TestShop) {
  const games = await shop.category({ name: 'Games' });
  const categoryId = await shop.category({ name: 'ألعاب الجوال', parentId: games });
  const products: number[] = [];
  for (const [position, name] of NAMES.entries()) {
    const price = '1.2345678901234';
    products.push(await shop.product({ name, price, categoryId, position, fields: ['playerId'] }));
  }
  return { categoryId, products };
}

/** Waiting orders, and one of each other kind. */
async function addOrders(
  accounts: readonly TestAccount[],
  products: readonly number[],
  command: (...words: string[]) => Promise<void>,
): Promise<Pick<AuditedShop, 'orders' | 'refusedUuid'>> {
  const place = async (index: number): Promise<string> => {
    const { text } = await order(accounts[index % 2]!, products[index % products.length]!);
    return /ID_[0-9a-f]{16}/.exec(text)![0];
  };
  const [accepted, rejected, reversed] = [await place(0), await place(1), await place(2)];
  await command('order', 'accept', accepted, '--code', 'CODE-1', '--code', 'رمز-2', '--note', 'x');
  await command('order', 'reject', rejected, '--reason', 'اللاعب غير موجود');
  await command('order', 'accept', reversed, '--note', 'by hand');
  await command(
    'order',
    'reverse',
    reversed,
    '--amount',
    '0.5',
    '--reason',
    'late',
    '--ref',
    'r-1',
  );
  const waiting = await place(3);
  for (let index = 1; index < WAITING; index += 1) await place(index);
  const refusedUuid = randomUUID();
  await order(accounts[2]!, products[0]!, refusedUuid);
  return { orders: { waiting, accepted, rejected, reversed }, refusedUuid };
}

function order({ api }: TestAccount, product: number, uuid: string = randomUUID()) {
  const query = new URLSearchParams({ order_uuid: uuid, qty: '2', playerId: 'لاعب-5512345678' });
  return api(`/client/api/newOrder/${product}/params?${query.toString()}`);
}
