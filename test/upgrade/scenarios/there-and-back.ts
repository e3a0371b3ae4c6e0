import { setTimeout as sleep } from 'node:timers/promises';
import type { BuiltVersion } from '../../../bench/git-version.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { HALTED } from '../../drills/instances.js';
import { leaveUnjudged } from '../../judge/judged-faults.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import type { Amounts, Upgrade } from '../amounts.js';
import { FormClients } from '../form-clients.js';
import { OrderMessages } from '../messages.js';
import { orderForms } from '../order-forms.js';
import {
  commandFaults,
  commands,
  Instance,
  migrated,
  withReleases,
  type Releases,
} from '../releases.js';
import { Supplier } from '../supplier.js';
import { verificationFaults, wrongOrders } from '../verification.js';

/** More than any number of orders that is worth a try takes. */
const CODES = 20_000;
/** Within which a kill comes after all instances are up. */
const KILL_WITHIN_MS = 3_000;
/** A change of the switch is known to every server by then. */
const SWITCHED_MS = 2_000;

const WAITING = `SELECT order_id AS id FROM orders WHERE status = 'wait' AND order_id NOT IN (
  SELECT order_id FROM fulfillments WHERE NOT closed AND due_at IS NOT NULL) ORDER BY order_id`;

/** Both releases serve one shop beside each other, then this one alone, and then the one before again. */
export const thereAndBack: Upgrade = {
  title: 'both releases beside each other under kills, this one with its own forms, and back',
  run: (random, amounts, say) =>
    withReleases(amounts, CODES, say, async (releases) => {
      // Its clients write one order in many ways, of which the judge knows one.
      leaveUnjudged(releases.shop.recorder);
      const journey = await Journey.begin(releases, random);
      try {
        return await journey.findings(amounts, say);
      } finally {
        await journey.end();
      }
    }),
};

/** What happens to the shop, one phase after the other. */
class Journey {
  private readonly killedAt: number[] = [];
  private readonly faults: string[] = [];
  private replays = 0;

  private constructor(
    private readonly releases: Releases,
    private readonly random: Random,
    private readonly clients: FormClients,
    private readonly others: { readonly messages: OrderMessages; readonly supplier: Supplier },
    private readonly instances: readonly [Instance, Instance],
  ) {}

  static async begin(releases: Releases, random: Random): Promise<Journey> {
    const { before, shop } = releases;
    const others = {
      messages: await OrderMessages.start(shop.db, before, shop.accounts),
      supplier: await Supplier.start(shop.db, before),
    };
    const clients = new FormClients(shop, await orderForms(shop), random);
    const instances = [
      await Instance.first(shop.db, before),
      await Instance.first(shop.db, before),
    ] as const;
    clients.connect(instances.map(({ baseUrl }) => baseUrl));
    return new Journey(releases, random, clients, others, instances);
  }

  async findings({ orders, kills }: Amounts, say: (line: string) => void): Promise<Findings> {
    const { before, present } = this.releases;
    const reached = (state: string): void => {
      say(`${state}; ${JSON.stringify(this.clients.book.tally)}`);
    };
    await this.clients.place(orders, 'both', false);
    await this.decide(before);
    reached(`${before.name} alone`);
    const steps = await this.besideEachOther(kills);
    reached(`both beside each other, after ${steps.length} migrations and ${kills} kills`);
    await this.presentAlone(orders / 4);
    reached(`${present.name} alone, in its own forms as well`);
    const asSent = await this.back(orders / 4);
    reached(`back to ${before.name}`);
    await this.ended();
    const { messages, again } = this.others.messages.count;
    const did =
      `from ${before.name} to ${present.name} and back: ${steps.length} migrations, ${kills} kills, ` +
      `${this.clients.acknowledged.length} orders, ${this.others.supplier.count} of them bought from a supplier, ` +
      `${this.replays} later replays; ${messages} messages, ` +
      `${again} of them again after a kill; orders in forms of ${present.name} alone, sent to ${before.name} as they ` +
      `were written: ${tallied(asSent)}`;
    return { did, faults: [...this.faults, ...this.clients.faults] };
  }

  async end(): Promise<void> {
    this.clients.connect([]);
    await this.others.messages.close();
    await this.others.supplier.close();
  }

  /** @returns the migrations */
  private async besideEachOther(kills: number): Promise<string[]> {
    const { present, shop } = this.releases;
    let steps: string[] = [];
    const work = async (): Promise<void> => {
      steps = await migrated(shop.db, present);
      await this.instances[1].replace(present);
      for (let kill = 0; kill < kills; kill++) {
        await sleep(this.random.between(0, KILL_WITHIN_MS));
        this.killedAt.push(performance.now());
        await this.random.pick(this.instances).kill();
      }
    };
    await this.clients.placeDuring(work());
    this.faults.push(...(await deliveriesEnded(shop.db)));
    await this.decide(present);
    return steps;
  }

  private async presentAlone(orders: number): Promise<void> {
    const { present, shop } = this.releases;
    await this.instances[0].replace(present);
    await commands(shop.db, present, ['request-forms', 'on']);
    await sleep(SWITCHED_MS);
    await this.clients.place(orders, 'later', true);
    this.replays += await this.clients.replay('later');
    await this.decide(present);
    await this.verify(present);
  }

  /** @returns what the release before answers to the forms that it does not read */
  private async back(orders: number): Promise<Readonly<Record<string, number>>> {
    const { before, present, shop } = this.releases;
    await commands(shop.db, present, ['request-forms', 'off']);
    await sleep(SWITCHED_MS);
    // Both, since this release is not to serve beside the one before with other forms.
    for (const instance of this.instances) await instance.stop();
    for (const instance of this.instances) await instance.start(before);
    this.replays += await this.clients.replay('both');
    await this.clients.place(orders, 'both', false);
    await this.decide(before);
    await this.verify(before);
    return this.clients.tryAsSent();
  }

  /** Accepts and rejects what waits for the operator, whichever release has placed it. */
  private async decide(version: BuiltVersion): Promise<void> {
    const { db } = this.releases.shop;
    const ids = (await db.query<{ id: string }>(WAITING)).map(({ id }) => id);
    // The others are left to the next release.
    const [accepted, rejected] = [0, 1].map((part) => ids.filter((_, index) => index % 3 === part));
    const words = [
      ['order', 'accept', ...(accepted ?? [])],
      ['order', 'reject', '--reason', 'upgraded', ...(rejected ?? [])],
    ];
    if (ids.length > 1) await commands(db, version, ...words);
  }

  private async verify(version: BuiltVersion): Promise<void> {
    const { shop } = this.releases;
    const found = await verificationFaults(shop, version, this.instances[0].baseUrl);
    this.faults.push(...found.map((fault) => `${version.name}: ${fault}`));
  }

  private async ended(): Promise<void> {
    const { present, shop } = this.releases;
    const { db } = shop;
    this.faults.push(...(await deliveriesEnded(db)));
    this.faults.push(...(await this.others.messages.faults(db, this.killedAt)));
    this.faults.push(...(await this.others.supplier.faults(db)));
    for (const instance of this.instances) await instance.stop();
    this.faults.push(...(await sweep(shop, this.clients.book)));
    this.faults.push(...(await wrongOrders(db, this.clients.formed)));
    for (const words of [['ledger', 'verify'], ['doctor']]) {
      this.faults.push(...(await commandFaults(db, present, words)));
    }
    if ((await db.query(HALTED)).length > 0) this.faults.push('orders of an account were halted');
  }
}

function tallied(tally: Readonly<Record<string, number>>): string {
  return Object.entries(tally)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');
}
