import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { HOSTILE_CATALOGS } from '../../support/hostile-catalogs.js';
import { ListedSupplier } from '../../support/listed-supplier.js';
import { ScriptedShop, type Reply } from '../../support/scripted-shop.js';
import type { TestShop } from '../../support/test-shop.js';
import { fresh } from '../../support/worker-shop.js';

/** A supplier whose catalog is listed, and which then answers what a test says. */
export class HostileSupplier {
  private constructor(
    readonly shop: TestShop,
    readonly scripted: ScriptedShop,
    readonly listed: ListedSupplier,
  ) {}

  static async start(shop: TestShop): Promise<HostileSupplier> {
    const scripted = await ScriptedShop.start();
    const listed = await ListedSupplier.add(shop, scripted, fresh('acme'));
    await listed.sync();
    return new HostileSupplier(shop, scripted, listed);
  }

  says(catalog: () => Reply): void {
    this.scripted.answer = ({ route }) => (route === 'catalog' ? catalog() : 'missing');
  }

  /** Syncs a hostile catalog, which must be refused with this fault, while others are answered. */
  async refuses(what: keyof typeof HOSTILE_CATALOGS, fault: string): Promise<void> {
    const { shop, listed } = this;
    const before = await listed.everything();
    this.says(HOSTILE_CATALOGS[what]);
    const sync = listed.sync();
    const turns = turnsDuring(sync);
    expect((await shop.request('/client/api/ping')).status).toBe(200);

    await expect(sync).rejects.toThrow(fault);
    expect(await turns).toBeGreaterThan(3);
    expect(await listed.everything()).toEqual(before);
    const { syncError } = await shop.service(SupplierService).get(listed.name);
    expect(syncError).toContain(fault.slice(0, 50));
    expect(syncError).not.toContain('\n');
  }
}

/** Counts turns of the event loop until the work ends; while the loop is blocked there are none. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  await work.catch(() => undefined);
  clearInterval(timer);
  return turns;
}
