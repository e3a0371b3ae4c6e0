import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BalanceService } from '../../src/account/ledger/balance.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { entriesAddedBy } from './audit-rows.js';
import { API, place } from './book-pages.js';
import { souk } from './command-line.js';
import { TestOperator } from './test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from './test-shop.js';

/** What is said of a file. */
export interface Checked {
  readonly verdict: string;
  readonly part: string;
  readonly number: number | null;
  readonly says: string;
  readonly checkpoints: readonly Readonly<Record<string, unknown>>[];
}

/** A shop that signs, an account with events and entries of all kinds, and who checks what its reseller has saved. */
export class ReceiptDesk {
  private constructor(
    readonly folder: string,
    readonly shop: TestShop,
    readonly account: TestAccount,
    readonly operator: TestOperator,
  ) {}

  static async open(): Promise<ReceiptDesk> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-check-'));
    // A shop of its own: specs change its history, its key and its tables.
    const shop = await startTestShop({ SECRET_KEYS: Buffer.alloc(32, 4).toString('base64') });
    const operator = await TestOperator.of(shop, 'finance');
    const account = await shop.account({ balance: '9' });
    const product = await shop.product({ price: '1', fields: ['playerId'] });
    const [first] = await place(account, product);
    const closing = shop.service(OrderCloseService);
    await closing.accept(first, { codes: ['CODE-THAT-IS-SECRET'], actor: 'operator:ada' });
    const [second] = await place(account, product);
    await closing.reject(second, { reason: 'no such player', actor: 'operator:ada' });
    const fee = { actor: 'operator:ada', reason: 'fee', reference: 'fee-1' };
    await shop.service(BalanceService).adjust(account.id, '-0.5', fee);
    return new ReceiptDesk(folder, shop, account, operator);
  }

  async close(): Promise<void> {
    await this.shop.close();
    await rm(this.folder, { recursive: true });
  }

  saved = async (path: string): Promise<string> =>
    (await this.shop.requestPage(`${API}/${path}`, { token: this.account.token })).text;

  /** Entries 1 to 5 and their checkpoint, the newest first. */
  statement = (): Promise<string> => this.saved('statement?format=jsonl&receipts=1');

  /** Events 1 to 4, and their checkpoint. */
  changes = (): Promise<string> => this.saved('orders/changes?receipts=1');

  asked = (text: string) => {
    const body = { file: Buffer.from(text).toString('base64') };
    return this.operator.ask('POST receipts/check', { body });
  };

  typed = async (text: string) => {
    const path = join(this.folder, 'file');
    await writeFile(path, text);
    return souk(this.shop, 'receipts', 'check', path, '--json');
  };

  /** What the admin API and the command say of a file, which is the same. */
  checked = async (text: string): Promise<Checked> => {
    let answer: Checked | undefined;
    const added = await entriesAddedBy(this.shop, async () => {
      const { status, json } = await this.asked(text);
      expect(status).toBe(200);
      answer = json as Checked;
      const { code, out } = await this.typed(text);
      expect(JSON.parse(out)).toEqual(answer);
      expect(code).toBe(answer.verdict === 'ours' ? 0 : 1);
    });
    expect(added).toEqual([]);
    return answer!;
  };

  verdictOn = async (text: string) => {
    const { verdict, part, number } = await this.checked(text);
    return number === null ? [verdict] : [verdict, part, number];
  };

  changeLineage = () => this.shop.db.query('UPDATE database_history SET id = DEFAULT');
}

export const changed = (text: string, from: string, to: string): string => {
  expect(text).toContain(from);
  return text.replace(from, to);
};
