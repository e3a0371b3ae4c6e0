import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHAOS_SETTINGS } from '../../chaos/shop/chaos-shop.js';
import { addressOf } from '../../chaos/server.js';
import { PackedSouk, runNode } from '../../support/packed-souk.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { ServerProcess } from '../../support/server-process.js';
import type { TestDatabase } from '../../support/test-database.js';
import { PostgresServer } from '../cluster.js';
import { Haproxy } from '../haproxy.js';
import { databaseAt } from '../instances.js';
import { needing } from '../programs.js';
import type { Amounts, Drill } from '../scenario.js';
import { StubGateway } from '../stub-gateway.js';

const SECRET = 'of the gateway';
const ACCOUNTS = 4;
const PAYMENTS_IN_A_ROUND = 10;
/** The gateway tells of each payment so often at once, half of them to each server. */
const REPEATS = 10;
const RETRY_MS = 200;
const GIVE_UP_MS = 120_000;

interface Payment {
  readonly id: string;
  readonly accountId: number;
}

/** The primary dies amid webhooks and refunds of an extension that is installed from the package, on two servers. */
export const paymentsInFailover: Drill = needing(['postgresql', 'haproxy'], {
  title: 'the primary is killed amid the payments and refunds of an extension',
  run: async (random, amounts, say) => {
    const primary = await PostgresServer.primary();
    const proxy = await Haproxy.beforeDatabase(primary.port);
    const gateway = await StubGateway.start(random.fork());
    const packing = await mkdtemp(join(tmpdir(), 'souk-packing-'));
    process.env.SOUK_TEST_FOLDER = packing;
    const packed = await PackedSouk.pack();
    const servers: ServerProcess[] = [];
    try {
      const db = databaseAt(proxy.port);
      const folder = await packed.withExample('extension-top-up');
      const settings = {
        ...CHAOS_SETTINGS,
        ...addressOf(db),
        SOUK_EXTENSIONS: './dist/src/extension.js',
        TOPUP_URL: gateway.url,
        TOPUP_SECRET: SECRET,
      };
      const program = { folder, args: ['node_modules/souk/dist/main.js'] };
      while (servers.length < 2) servers.push(await ServerProcess.start(settings, program));
      const souk = async <T>(...words: string[]): Promise<T> => {
        const command = ['node_modules/souk/dist/cli.js', '--json', ...words];
        return JSON.parse(await runNode(folder, command, settings)) as T;
      };
      const desk = await PaymentDesk.of(souk, db, servers, gateway);
      return await failovers(desk, { primary, proxy }, random, amounts, say);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      gateway.stop();
      await packed.remove();
      await rm(packing, { recursive: true });
      await proxy.stop();
    }
  },
});

async function failovers(
  desk: PaymentDesk,
  database: { primary: PostgresServer; readonly proxy: Haproxy },
  random: Random,
  { failovers }: Amounts,
  say: (line: string) => void,
): Promise<Findings> {
  let standby = await database.primary.standby({ synchronous: true });
  let paid: readonly Payment[] = [];
  for (let number = 1; number <= failovers; number++) {
    const begun = await desk.begin();
    const refunded = paid.filter(() => random.chance(0.5));
    const work = Promise.all([desk.tellOf(begun), desk.refund(refunded)]);
    await sleep(random.between(0, 300));
    await database.primary.kill();
    await sleep(random.between(0, 1000));
    await standby.promote();
    const old = database.primary;
    database.primary = standby;
    await database.proxy.leadTo(standby.port, { cut: false });
    await work;
    await old.remove();
    standby = await database.primary.standby({ synchronous: true });
    paid = begun;
    say(`failover ${number}: ${desk.told}`);
  }
  const faults = await desk.faults();
  for (const server of [database.primary, standby]) await server.remove();
  return { did: `${failovers} failovers; ${desk.told}`, faults };
}

/** Has payments begun and paid back by an operator, and told of by the gateway. */
class PaymentDesk {
  private readonly payments: Payment[] = [];
  private readonly refunds: Payment[] = [];
  private readonly given: string[] = [];
  private repeats = 0;

  private constructor(
    private readonly db: TestDatabase,
    private readonly servers: readonly ServerProcess[],
    private readonly gateway: StubGateway,
    private readonly accounts: readonly number[],
    private readonly token: string,
  ) {}

  static async of(
    souk: <T>(...words: string[]) => Promise<T>,
    db: TestDatabase,
    servers: readonly ServerProcess[],
    gateway: StubGateway,
  ): Promise<PaymentDesk> {
    const accounts: number[] = [];
    for (let number = 1; number <= ACCOUNTS; number++) {
      const words = ['account', 'create', `Payer ${number}`, '--email', `${number}@shop.example`];
      accounts.push((await souk<{ id: number }>(...words)).id);
    }
    await souk('operator', 'create', 'ada', '--role', 'owner');
    const words = ['operator', 'token', 'create', 'ada', '--expires', 'never'];
    const { token } = await souk<{ token: string }>(...words);
    return new PaymentDesk(db, servers, gateway, accounts, token);
  }

  get told(): string {
    const { length } = this.payments;
    return `${length} payments of 1 USD, ${this.repeats} answers to webhooks; ${this.refunds.length} refunds, for which the gateway failed ${this.gateway.failed} times`;
  }

  async begin(): Promise<Payment[]> {
    const begun: Payment[] = [];
    for (let number = 0; number < PAYMENTS_IN_A_ROUND; number++) {
      const accountId = this.accounts[number % ACCOUNTS] ?? NaN;
      const { payment } = await this.operate('start', accountId, { usd: '1' });
      begun.push({ id: payment ?? '', accountId });
    }
    this.payments.push(...begun);
    return begun;
  }

  /** Until each repeat is answered by 200, as gateways do. */
  async tellOf(payments: readonly Payment[]): Promise<void> {
    const tell = async ({ id }: Payment, number: number): Promise<void> => {
      const body = JSON.stringify({ payment: id });
      const signature = createHmac('sha256', SECRET).update(body).digest('hex');
      const headers = { 'x-signature': signature };
      await this.untilOk(number, 'topup/webhook', { method: 'POST', body, headers });
      this.repeats++;
    };
    const repeats = Array.from({ length: REPEATS }, (_, number) => number);
    await Promise.all(payments.flatMap((one) => repeats.map((number) => tell(one, number))));
  }

  /** The operator asks again under the same key until it is done. */
  async refund(payments: readonly Payment[]): Promise<void> {
    this.refunds.push(...payments);
    const refund = ({ id, accountId }: Payment) =>
      this.operate('refund', accountId, { payment: id });
    await Promise.all(payments.map(refund));
  }

  /** What the ledger says of each payment, beside what the gateway has done. */
  async faults(): Promise<string[]> {
    const faults = [...this.given];
    for (const { id } of this.payments) {
      const isRefunded = this.refunds.some((one) => one.id === id);
      const rows = await this.db.query<{ usd: string }>(
        'SELECT amount::float::text AS usd FROM ledger_entries WHERE reference = $1 OR note = $2 ORDER BY sequence',
        [id, `refund of ${id}`],
      );
      const found = rows.map(({ usd }) => usd).join();
      const wanted = isRefunded ? '1,-1' : '1';
      if (found !== wanted) faults.push(`payment ${id} is ${found || 'missing'} in the ledger`);
      if (isRefunded !== this.gateway.refunded.has(id)) {
        faults.push(`payment ${id} was ${isRefunded ? 'not ' : ''}paid back by the gateway`);
      }
    }
    const balances = await this.db.query<{ balance: string }>(
      'SELECT sum(balance)::float::text AS balance FROM accounts',
    );
    const expected = String(this.payments.length - this.refunds.length);
    if (balances[0]?.balance !== expected)
      faults.push(`balances are ${balances[0]?.balance ?? ''}`);
    return faults;
  }

  private async operate(
    name: string,
    accountId: number,
    input: object,
  ): Promise<Record<string, string>> {
    const answer = await this.untilOk(
      accountId,
      `admin/api/v1/extensions/topup/${name}/${accountId}`,
      {
        method: 'POST',
        body: JSON.stringify(input),
        headers: {
          Authorization: `Bearer ${this.token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
        },
      },
    );
    return answer as Record<string, string>;
  }

  /** Asks the servers in turn. @returns the answer as JSON, or an empty object after two minutes, which is a fault */
  private async untilOk(first: number, path: string, init: RequestInit): Promise<unknown> {
    const latest = performance.now() + GIVE_UP_MS;
    let said = '';
    for (let turn = first; performance.now() < latest; turn++) {
      const { baseUrl } = this.servers[turn % this.servers.length]!;
      try {
        const answer = await fetch(`${baseUrl}/${path}`, init);
        if (answer.ok) return await answer.json();
        said = `${answer.status} ${await answer.text()}`;
      } catch (error) {
        said = String(error);
      }
      await sleep(RETRY_MS);
    }
    this.given.push(`${path} was never done: ${said}`);
    return {};
  }
}
