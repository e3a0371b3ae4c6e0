import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { place } from '../support/book-pages.js';
import type { BuyingShop } from '../support/buying-shop.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';

/** What the commands are about. */
interface Place {
  readonly shop: TestShop;
  readonly account: TestAccount;
  readonly categoryId: number;
  readonly productId: number;
  readonly mailPort: number;
  /** Of a receiver of webhooks. */
  readonly url: string;
  readonly buying: BuyingShop;
}

/** Which sides of its change the entry of a command tells; what it makes or tries was not there before. */
type Told = 'both' | 'after' | 'before';

type Words = string[] | Promise<string[]>;

/** The words after the name of each command that changes something, so that it succeeds, in the order of the program. */
export function changingCommands(
  at: () => Place,
): Readonly<Record<string, readonly [told: Told, words: () => Words]>> {
  const id = (): string => String(at().account.id);
  const product = (): string => String(at().productId);
  const idOf = async (statement: string): Promise<string> => {
    const [row] = await at().shop.db.query<{ id: number | string }>(statement);
    return String(row?.id);
  };
  const order = async (): Promise<string> => {
    const { shop, account } = at();
    const [placed] = await place(account, await shop.product({ price: '1' }));
    return placed;
  };
  const lastToken = () => idOf('SELECT max(id) AS id FROM access_tokens');
  const newest = async (...words: string[]) => [await lastToken(), ...words];
  const newFile = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'souk-')), 'file');
  const file = async (text: string): Promise<string> => {
    const path = await newFile();
    await writeFile(path, text);
    return path;
  };
  const bob = (...words: string[]) => ['both', () => ['bob', ...words]] as const;
  const ruled = () => ['--product', product()];
  return {
    'account create': ['after', () => ['Another']],
    'account set': ['both', () => [id(), '--name', 'Renamed', '--testing', 'on']],
    'account suspend': ['both', () => [id()]],
    'account resume': ['both', () => [id()]],
    'account resume-orders': [
      'both',
      async () => {
        await at().shop.db.query(
          `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x' WHERE id = $1`,
          [id()],
        );
        return [id()];
      },
    ],
    'token issue': ['after', () => [id(), '--label', 'bot']],
    'token set': ['both', () => newest('--daily-cap', 'none')],
    'token revoke': ['both', () => newest()],
    'ip add': ['both', () => [id(), '127.0.0.0/8']],
    'ip remove': ['both', () => [id(), '127.0.0.0/8']],
    'balance deposit': ['both', () => [id(), '5']],
    'balance adjust': ['both', () => [id(), '--reason', 'x', '--', '-5']],
    'group create': ['after', () => ['gold']],
    'group assign': ['both', () => [id(), 'gold']],
    'group rename': ['both', () => ['gold', 'Silver']],
    'group delete': [
      'before',
      async () => {
        await at().shop.db.query("INSERT INTO account_groups (name) VALUES ('bronze')");
        return ['bronze'];
      },
    ],
    'catalog import': [
      'after',
      async () => [await file('id,category,name,price\n7001,Games,60 UC,0.89\n')],
    ],
    'category create': ['after', () => ['Cards']],
    'category rename': ['both', () => [String(at().categoryId), 'Renamed']],
    'category move': [
      'both',
      async () => [String(at().categoryId), '--into', String(await at().shop.category())],
    ],
    'product set': ['both', () => [product(), '--price', '2']],
    'delivery set': ['both', () => [product(), '--by', 'manual']],
    'codes import': ['after', async () => ['uc60', await file('A-THAT-IS-SECRET\n')]],
    'codes warn': ['both', () => ['uc60', '5']],
    'codes withdraw': ['both', async () => ['uc60', await newFile()]],
    'codes release': ['both', () => ['uc60', '--all']],
    'codes rotate': ['after', () => []],
    'supplier add': [
      'after',
      async () => {
        const { token } = await at().shop.account();
        return ['acme', at().shop.baseUrl, '--token-file', await file(token)];
      },
    ],
    'supplier check': ['both', () => ['acme']],
    'supplier set': ['both', () => ['acme', '--time-out', '20']],
    'supplier sync': ['both', () => ['acme', '--markup', '5']],
    'supplier remove': [
      'both',
      async () => {
        const suppliers = at().shop.service(SupplierService);
        await suppliers.add('gone', 'http://127.0.0.1:9', { token: 'A-THAT-IS-SECRET' });
        return ['gone'];
      },
    ],
    'price set': ['after', () => ['--account', id(), '--all', '--percent', '+5']],
    'price base': ['both', () => ['--percent', '+10', '--all']],
    'cost set': ['both', () => [product(), '1']],
    'cost import': ['both', async () => [await file(`id,cost\n${product()},2\n`)]],
    'visibility hide': ['after', ruled],
    'visibility show': ['both', ruled],
    'visibility clear': ['both', ruled],
    'order accept': ['both', async () => [await order()]],
    'order reject': ['both', async () => [await order(), '--reason', 'No.']],
    'order ask-again': ['both', async () => [(await at().buying.forgotten()).id]],
    'order buy-again': [
      'both',
      async () => {
        const { id, key } = await at().buying.forgotten();
        return [id, '--instead-of', key];
      },
    ],
    'order reverse': [
      'both',
      async () => {
        const placed = await order();
        await at().shop.service(OrderCloseService).accept(placed, { actor: 'test' });
        return [placed, '--all', '--reason', 'No.', '--ref', 'r-1'];
      },
    ],
    'webhook set': ['after', () => [id(), at().url]],
    'webhook rotate-secret': ['both', () => [id()]],
    'webhook test': ['after', () => [id()]],
    'webhook off': ['both', () => [id()]],
    'webhook release': ['both', () => []],
    'notify set': ['after', () => ['ops', '--email', 'a@b.example']],
    'notify remove': ['before', () => ['ops']],
    'notify test': [
      'after',
      async () => {
        const { Recipients } =
          await import('../../src/notifications/recipients/recipients.service.js');
        const { MailServers } = await import('../../src/notifications/mail/mail-server.service.js');
        const server = { host: '127.0.0.1', port: at().mailPort, security: 'none' } as const;
        await at()
          .shop.service(MailServers)
          .set({ ...server, sender: 'souk@shop.example' });
        const recipient = { name: 'new', kind: 'email', address: 'a@b.example' } as const;
        const rest = { topics: [], overdueMinutes: 30 };
        await at()
          .shop.service(Recipients)
          .createNow({ ...recipient, ...rest });
        return ['new'];
      },
    ],
    'notify mail-server set': ['both', () => ['--port', '26']],
    'notify mail-server remove': ['before', () => []],
    'private-host add': ['after', () => ['10.0.0.5:3000']],
    'private-host remove': ['before', () => ['10.0.0.5:3000']],
    'maintenance on': ['both', () => ['--orders']],
    'maintenance off': ['both', () => []],
    'request-forms on': ['both', () => []],
    'request-forms off': ['both', () => []],
    'testing add': ['after', () => []],
    'testing remove': ['both', () => []],
    'operator create': ['after', () => ['bob', '--role', 'viewer']],
    'operator invite': bob(),
    'operator link': [
      'both',
      async () => {
        await at().shop.db.query(
          `UPDATE operators SET password_hash = 'x' WHERE name = 'operator:bob'`,
        );
        return ['bob'];
      },
    ],
    'operator reset': bob(),
    'operator set': bob('--role', 'support'),
    'operator disable': bob(),
    'operator enable': bob(),
    'operator sign-out': bob(),
    'operator token create': ['after', () => ['bob', '--expires', 'never']],
    'operator token revoke': [
      'both',
      async () => [await idOf('SELECT max(id) AS id FROM operator_tokens')],
    ],
    'extension forget': [
      'before',
      async () => {
        await at().shop.db.query(RECORDED);
        return ['gone'];
      },
    ],
    'extension resend': ['both', async () => [await idOf(FAILED)]],
    'extension release': ['both', () => []],
    'backups confirm': [
      'both',
      async () => {
        await at().shop.db.query(GOOD_BACKUP);
        return [];
      },
    ],
    settle: ['both', () => []],
    'demo remove': [
      'both',
      async () => {
        await at().shop.db.query('UPDATE products SET demo = true WHERE id = $1', [product()]);
        return [];
      },
    ],
  };
}

const GOOD_BACKUP = `
  UPDATE nightly_backup
  SET good_at = now(), good_file = '/backups/one', good_bytes = 1, good_key = ''`;

const FAILED = `
  INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
  VALUES ('gone', 'sink', gen_random_uuid(), 'order.placed', '{}', 3, 'it was down') RETURNING id`;

const RECORDED = `INSERT INTO extensions (name, version, ports) VALUES ('gone', '1', '{}')`;
