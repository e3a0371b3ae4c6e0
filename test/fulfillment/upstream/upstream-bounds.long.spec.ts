import { readFile } from 'node:fs/promises';
import { SupplierClient } from '../../../src/fulfillment/upstream/supplier/supplier.client.js';
import { SsrfGuard } from '../../../src/outgoing/ssrf-guard.js';
import { drippingCatalog } from '../../support/hostile-catalogs.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';
import { HostileSupplier } from './hostile-sync.js';

let hostile: HostileSupplier;

beforeAll(async () => {
  hostile = await HostileSupplier.start(await workerShop());
});
afterAll(() => hostile.scripted.close());

describe('a malicious catalog', () => {
  it.each([
    ['a long list in a small answer', 'has more than 12,000,000 values'],
    ['a long list of lists', 'to be read; make it smaller.'],
    ['blanks without end', 'is larger than 512,000,000 bytes'],
  ] as const)(
    'is refused in one sentence, and others are answered meanwhile: %s',
    async (what, fault) => {
      await hostile.refuses(what, fault);
    },
  );

  it('is broken off when it takes too much memory', async () => {
    const row = `{"id":1,"name":"${'x'.repeat(60_000)}"},`;
    hostile.says(() => `[${row.repeat(2_000)}0]`);
    const guard = new SsrfGuard(() => Promise.resolve(true));
    const address = { baseUrl: hostile.scripted.url, token: 'secret', timeoutSeconds: 1 };
    const reading = new SupplierClient(guard).catalog(address, 'catalog', { heapMb: 32 });

    await expect(reading).rejects.toThrow('takes more than 32 MB to be read');
  });

  // V8 does the same to a process whose heap is full at the wrong moment.
  it.skipIf(process.platform !== 'linux')(
    'is read by a process that takes nobody along when it ends',
    async () => {
      hostile.says(drippingCatalog);
      const sync = hostile.listed.sync();
      const refused = expect(sync).rejects.toThrow('takes more than 768 MB to be read');
      process.kill(await until(readingProcess), 'SIGABRT');
      await refused;
      expect((await hostile.shop.request('/client/api/ping')).status).toBe(200);
    },
  );
});

/** The process that reads a catalog now. */
async function readingProcess(): Promise<number | undefined> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('catalog-reading.process')) return Number(pid);
  }
  return undefined;
}
