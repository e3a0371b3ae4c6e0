import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FulfillmentStep } from '../../src/catalog/fulfillment-step.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { souk } from './command-line.js';
import { FaultProxy, FAULTS, type Fault } from './fault-proxy.js';
import { startTestShop, type TestAccount, type TestShop } from './test-shop.js';

/** A shop of the chain, and its account at the next one. */
export interface Link {
  readonly shop: TestShop;
  readonly key: string;
  /** Undefined for the last one, which delivers itself. */
  readonly supplier?: { readonly account: TestAccount; readonly proxy: FaultProxy };
}

const DEPOSIT = '100000';
const QUANTITIES = { type: 'package', quantityValues: { min: '1', max: '3' } } as const;

/** Shops of which each buys from the next, through proxies that make calls fail. */
export class ShopChain {
  /** How often each fault occurred. */
  readonly faults = new Map<Fault, number>();

  private constructor(
    readonly links: readonly Link[],
    private readonly folder: string,
  ) {}

  static async start(length: number): Promise<ShopChain> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-chain-'));
    const links: Link[] = [];
    for (let place = length; place > 0; place--) {
      const key = newSecretKey();
      const shop = await startTestShop({
        SECRET_KEYS: key,
        BASE_URL: `https://shop-${place}.example`,
      });
      const next = links[0];
      links.unshift(next ? { shop, key, supplier: await lineTo(next.shop) } : { shop, key });
    }
    const chain = new ShopChain(links, folder);
    for (const link of links) await chain.introduce(link);
    return chain;
  }

  /** Spoils a part of all calls between the shops. */
  spoil(part: number, random: () => number): void {
    for (const { supplier } of this.links) {
      if (!supplier) continue;
      supplier.proxy.choose = () => {
        if (random() >= part) return 'none';
        const fault = FAULTS[Math.floor(random() * FAULTS.length)] ?? 'lost';
        this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
        return fault;
      };
    }
  }

  /** A product that the last shop delivers by `steps`, listed through the whole chain. @returns its id in each shop */
  async product(steps: readonly FulfillmentStep[]): Promise<number[]> {
    const ids: number[] = [];
    for (const [place, { shop }] of [...this.links.entries()].reverse()) {
      const next = ids[0];
      const settings = { supplier: 'next', product: next };
      const fulfillment = next === undefined ? steps : [{ handler: 'upstream', settings }];
      const price = `${this.links.length - place}.1`;
      ids.unshift(await shop.product({ ...QUANTITIES, price, fulfillment, fields: ['Player ID'] }));
    }
    return ids;
  }

  async importCodes({ shop, key }: Link, stock: string, codes: readonly string[]): Promise<void> {
    const file = await this.file(codes.join('\n'));
    await command(shop, key, 'codes', 'import', stock, file);
  }

  /** Resolves when no call between the shops is open any more. */
  async idle(): Promise<void> {
    for (const { supplier } of this.links) await supplier?.proxy.idle();
  }

  async close(): Promise<void> {
    for (const { shop, supplier } of this.links) {
      await shop.close();
      await supplier?.proxy.close();
    }
    await rm(this.folder, { recursive: true });
  }

  private async introduce({ shop, key, supplier }: Link): Promise<void> {
    if (!supplier) return;
    const { account, proxy } = supplier;
    const token = ['--token-file', await this.file(account.token)];
    const limits = ['--max-concurrent', '32', '--time-out', '1'];
    await command(shop, key, 'supplier', 'add', 'next', proxy.url, ...token, ...limits);
  }

  private async file(text: string): Promise<string> {
    const file = join(this.folder, crypto.randomUUID());
    await writeFile(file, text);
    return file;
  }
}

async function lineTo(shop: TestShop): Promise<NonNullable<Link['supplier']>> {
  const account = await shop.account({ name: 'The shop before', balance: DEPOSIT });
  return { account, proxy: await FaultProxy.start(shop.baseUrl) };
}

async function command(shop: TestShop, key: string, ...words: string[]): Promise<void> {
  const { code, err } = await souk({ DATABASE_URL: shop.db.url, SECRET_KEYS: key }, ...words);
  if (code !== 0) throw new Error(err);
}
