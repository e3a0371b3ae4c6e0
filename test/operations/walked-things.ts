import { randomUUID } from 'node:crypto';
import { place } from '../support/book-pages.js';
import { BuyingShop } from '../support/buying-shop.js';
import { MailReceiver } from '../support/mail-receiver.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { fresh } from '../support/worker-shop.js';

/** What an operation is done to, and what else the request names. */
export interface Thing {
  /** What the admin API calls it by; 0 for what concerns the shop. */
  readonly id: number | string;
  readonly account?: number;
  readonly category?: number;
  /** A text of its own, such as the name of a group. */
  readonly name?: string;
  readonly key?: string;
  /** The address of a receiver of webhooks, that of the shop, the port of a mail server, and a text that is too long. */
  readonly url?: string;
  readonly shop?: string;
  readonly mail?: number;
  readonly long?: string;
}

type Make = () => Promise<Thing>;

const PASSWORD = `UPDATE operators SET password_hash = 'x' WHERE name = $1`;
const HALT = `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x' WHERE id = $1`;
/** For ten minutes after the shop was settled, nothing is bought. */
const LONG_AGO = `UPDATE restores SET restored_at = restored_at - interval '11 minutes'`;

const GOOD_BACKUP = `
  UPDATE nightly_backup
  SET good_at = now(), good_file = '/backups/one', good_bytes = 1, good_key = '',
    confirmed_at = NULL, confirmed_key = NULL
  RETURNING 0 AS id`;

/** No trial restore follows, and no other file of this second is there: they are named by it. */
const BACKUP_SECOND = `
  UPDATE nightly_backup SET restored_at = now()
  WHERE good_at IS NULL OR date_trunc('second', good_at) < date_trunc('second', now()) RETURNING 0 AS id`;

/** No command runs as long as an extension is recorded that is not loaded. */
const FAILED_IN_ORDER = `
  INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason, account_id, next_try_at)
  VALUES ('acme', 'sink', gen_random_uuid(), 'order.placed', '{"cursor": "1-0--0-"}', 3, 'down', 1, now()) RETURNING id`;
const FAILED = `
  WITH forgotten AS (DELETE FROM extensions WHERE name = 'gone')
  INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
  VALUES ('gone', 'sink', gen_random_uuid(), 'order.placed', '{}', 3, 'it was down')
  RETURNING id::integer AS id`;

const RECORDED = `
  INSERT INTO extensions (name, version, ports) VALUES ('gone', '1', '{}')
  ON CONFLICT (name) DO UPDATE SET version = '1', deposits_a_day = NULL RETURNING name AS id`;

/** Makes what operations are done to, in a shop of its own; each time new things, since one operation would be in the way of another. */
export class Things {
  private constructor(
    readonly shop: TestShop,
    readonly owner: TestOperator,
    private readonly mails: MailReceiver,
    private readonly receiver: WebhookReceiver,
    /** A supplier, and another shop, with one product. */
    private readonly others: { readonly buying: BuyingShop; readonly far: TestShop },
  ) {}

  static async in(shop: TestShop): Promise<Things> {
    const owner = await TestOperator.of(shop, 'owner');
    const [mails, receiver] = [await MailReceiver.start(), await WebhookReceiver.start()];
    const far = await startTestShop();
    await far.product({ categoryId: await far.category(), price: '1' });
    const buying = await BuyingShop.in(shop);
    return new Things(shop, owner, mails, receiver, { buying, far });
  }

  async close(): Promise<void> {
    await this.shop.close();
    const { mails, receiver, others } = this;
    for (const one of [mails, receiver, others.buying, others.far]) await one.close();
  }

  /** By the name of what makes it, with what the test has besides. */
  async make(name: string): Promise<Thing> {
    const make = (this as unknown as Record<string, Make | undefined>)[name];
    if (!make) throw new Error(`nobody makes ${name}`);
    const { url, shop, mails } = this;
    const around = { url, shop: shop.baseUrl, mail: mails.port, long: 'x'.repeat(2_001) };
    return { ...around, ...(await make()) };
  }

  private get url(): string {
    return this.receiver.url('/told');
  }

  /** Does what a route does. @returns the answer, as far as things have it */
  private does(route: string, body?: object): Promise<{ readonly id: number }> {
    const ask = { ...(body && { body }), key: randomUUID(), match: '*' };
    return this.owner.get<{ id: number }>(route, ask);
  }

  readonly account = async (): Promise<TestAccount & { readonly account: number }> => {
    const account = await this.shop.account({ balance: '100' });
    return { ...account, account: account.id };
  };

  readonly suspendedAccount: Make = () => this.accountAfter('POST suspend', {});
  readonly accountWithWebhook: Make = () => this.accountAfter('PUT webhook', { url: this.url });
  readonly accountWithIp: Make = () =>
    this.accountAfter('POST allowed-ips', { range: '127.0.0.0/8' });

  private async accountAfter(route: string, body: object): Promise<Thing> {
    const account = await this.account();
    const [method, end] = route.split(' ');
    await this.does(`${method} accounts/${account.id}/${end}`, body);
    return account;
  }

  readonly haltedAccount: Make = async () => {
    const account = await this.account();
    await this.shop.db.query(HALT, [account.id]);
    return account;
  };

  readonly group: Make = async () => {
    const name = fresh('group');
    return { ...(await this.does('POST groups', { name })), name };
  };

  /** A catalog that was uploaded, and compared. */
  readonly uploaded: Make = async () => {
    const body = 'id,price\n1,0.5\n';
    const sent = { body, headers: { 'Content-Type': 'text/csv' } };
    const { id } = await this.owner.get<{ id: string }>('POST catalog-imports?name=a.csv', sent);
    await until(async () => {
      const { state } = await this.owner.get(`GET catalog-imports/${id}`);
      return !['reading', 'comparing'].includes(String(state));
    });
    return { id };
  };

  readonly token: Make = async () => {
    const { id: account } = await this.account();
    const { id } = await this.does(`POST accounts/${account}/tokens`, {});
    return { id, account };
  };

  readonly category: Make = async () => {
    const id = await this.shop.category({ name: fresh('category') });
    return { id, category: id };
  };

  /** A product, and an account that may get a price for it. */
  readonly product: Make = async () => {
    const category = await this.shop.category();
    const id = await this.shop.product({ categoryId: category, price: '1' });
    return { id, category, account: (await this.account()).id };
  };

  readonly ruledProduct: Make = async () => {
    const product = await this.product();
    const { id: product_id, account: account_id } = product;
    await this.does('PUT visibility-rules', { product_id, visible: false });
    await this.does('PUT price-rules', { account_id, product_id, percentage: '7' });
    return product;
  };

  /** An entry of the audit, which can be taken back. */
  readonly changedPrice: Make = async () => {
    const { id } = await this.product();
    await this.does(`PUT products/${id}/price`, { price: '2' });
    return this.row(
      `SELECT entry_id::integer AS id FROM item_changes WHERE kind = 'product' AND item_id = ${id}`,
    );
  };

  readonly demoProduct: Make = async () => {
    const product = await this.product();
    await this.shop.db.query('UPDATE products SET demo = true WHERE id = $1', [product.id]);
    return product;
  };

  readonly noTestProducts: Make = async () => {
    const { status } = await this.owner.ask('DELETE test-products');
    expect([200, 409]).toContain(status);
    return { id: 0 };
  };

  readonly testProducts: Make = async () => {
    await this.noTestProducts();
    await this.does('POST test-products');
    return { id: 0 };
  };

  /** A stock with a code, which is held back as after a restore. */
  readonly stock: Make = async () => {
    const id = fresh('stock');
    await this.does(`POST stocks/${id}/codes`, { codes: [`${fresh('code')}-THAT-IS-SECRET`] });
    await this.shop.db.query('UPDATE code_stocks SET held_through = 9999 WHERE name = $1', [id]);
    return { id };
  };

  readonly productAndStock: Make = async () => {
    const { id } = await this.stock();
    return { ...(await this.product()), key: String(id) };
  };

  /** A supplier, and the name and token of another one. */
  readonly supplier: Make = () => this.supplierAt(this.shop);
  readonly farSupplier: Make = () => this.supplierAt(this.others.far);

  private async supplierAt(shop: TestShop): Promise<Thing> {
    const { token } = await shop.account();
    const id = fresh('supplier');
    await this.does('POST suppliers', { name: id, url: shop.baseUrl, token });
    return { id, name: fresh('another'), key: token };
  }

  readonly order: Make = async () => {
    const [id] = await place(await this.account(), await this.shop.product({ price: '1' }));
    return { id };
  };

  readonly acceptedOrder: Make = async () => {
    const order = await this.order();
    await this.does(`POST orders/${order.id}/accept`, {});
    return order;
  };

  readonly forgottenOrder: Make = async () => {
    await this.shop.db.query(LONG_AGO);
    return this.others.buying.forgotten();
  };

  readonly invitedOperator: Make = async () => {
    const id = fresh('bob');
    await this.does('POST operators', { name: id, role: 'viewer' });
    return { id };
  };

  readonly operator: Make = async () => {
    const operator = await this.invitedOperator();
    await this.shop.db.query(PASSWORD, [`operator:${operator.id}`]);
    return operator;
  };

  readonly disabledOperator: Make = async () => {
    const operator = await this.operator();
    await this.does(`POST operators/${operator.id}/disable`);
    return operator;
  };

  readonly operatorToken: Make = async () => {
    const { id: operator } = await this.operator();
    return this.does('POST operator-tokens', { operator, expires_at: null });
  };

  readonly mailServer: Make = async () => {
    const server = { host: '127.0.0.1', port: this.mails.port, security: 'none' };
    await this.does('PUT mail-server', { ...server, from: 'souk@shop.example' });
    return { id: 0 };
  };

  readonly recipient: Make = async () => {
    await this.mailServer();
    const id = fresh('ops');
    const email = { kind: 'email', address: 'a@b.example' };
    await this.does('POST notifications', { name: id, ...email, topics: [] });
    return { id };
  };

  readonly closedShop: Make = async () => {
    await this.does('PUT maintenance', { closed: 'orders' });
    return { id: 0 };
  };

  readonly usualSettings: Make = async () => {
    await this.does('PUT catalog-settings', { unusual_percent: 30 });
    return { id: 0 };
  };

  readonly usualBranding: Make = async () => {
    await this.does('PATCH branding', { color: null });
    await this.does('PUT branding/logo', { picture: null });
    return { id: 0 };
  };

  readonly usualConventions: Make = async () => {
    await this.does('PATCH conventions', { week_start: 1 });
    return { id: 0 };
  };

  /** Open, and settled before: the first time there is more to settle. */
  readonly settledShop: Make = async () => {
    await this.does('POST maintenance/settle');
    await this.does('PUT maintenance', { closed: 'nothing' });
    return { id: 0 };
  };

  readonly noRequestForms: Make = async () => {
    await this.shop.db.query('UPDATE accounts SET orders_suspended = false');
    await this.does('PUT request-forms', { on: false });
    return { id: 0 };
  };

  readonly goodBackup: Make = () => this.row(GOOD_BACKUP);
  readonly backupSecond: Make = () =>
    until(async () => (await this.shop.db.query<Thing>(BACKUP_SECOND))[0]);
  readonly failedEvent: Make = () => this.row(FAILED);
  readonly failedOrderedEvent: Make = () => this.row(FAILED_IN_ORDER);
  readonly extension: Make = () => this.row(RECORDED);

  private async row(statement: string): Promise<Thing> {
    const [{ id } = { id: 0 }] = await this.shop.db.query<Thing>(statement);
    return { id };
  }

  /** A name that nobody has. */
  readonly name: Make = () => Promise.resolve({ id: 0, name: fresh('named') });

  /** What concerns the shop as it is. */
  readonly nothing: Make = () => Promise.resolve({ id: 0 });
}
