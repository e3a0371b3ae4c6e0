import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestShop, type TestShop } from '../../src/testing.js';
import { until } from '../support/until.js';

let folder: string;
let shop: TestShop;

/** A copy of a package of ours that an extension has brought along; it must not be used. */
const OTHER_COPY = `throw new Error('another copy of @nestjs/common');`;

const EXTENSION = `
import { Controller, Get, Inject, Injectable } from '@nestjs/common';
import { ApiWireRoute, CurrentPrincipal, Database, defineExtension, OperatorError } from 'souk';

const decorated = (decorators, target, key, descriptor) => {
  for (const decorator of decorators) decorator(target, key, descriptor ?? undefined);
};

class Reports {
  static inject = [Database];
  constructor(database) { this.database = database; }
  async orders(accountId) {
    const [row] = await this.database.manager.query(
      'SELECT count(*)::integer AS orders FROM orders WHERE account_id = $1', [accountId]);
    return row;
  }
}
decorated([Injectable()], Reports);
Inject(Database)(Reports, undefined, 0);

class ReportController {
  constructor(reports) { this.reports = reports; }
  read(principal) { return this.reports.orders(principal.accountId); }
}
decorated([Controller('acme')], ReportController);
Inject(Reports)(ReportController, undefined, 0);
const route = {
  name: 'acmeReport', summary: 'Counts the orders of the caller.', errors: [],
  answer: { schema: { type: 'object', example: { orders: 7 } } },
};
decorated([Get('report'), ApiWireRoute(route)], ReportController.prototype, 'read',
  Object.getOwnPropertyDescriptor(ReportController.prototype, 'read'));
CurrentPrincipal()(ReportController.prototype, 'read', 0);

class AcmeModule {}
let started = 0;
let stopped = 0;

export const extension = defineExtension({
  name: 'acme',
  souk: '^0.2.0',
  module: { module: AcmeModule, controllers: [ReportController], providers: [Reports] },
  settings: { ACME_PREFIX: { read: String, default: 'A', sentence: 'Prefix of vouchers.' } },
  ports: (shop) => ({
    handlers: [{
      code: 'acme-voucher',
      checkSettings() {
        if (!(shop.get(Reports) instanceof Reports)) throw new OperatorError('No reports.');
      },
      deliver: (order) => ({ kind: 'delivered', codes: [shop.settings.ACME_PREFIX + order.orderId] }),
    }],
  }),
  start(shop) { globalThis.acmeStarted = started += shop.get(Reports) instanceof Reports; },
  stop() { globalThis.acmeStopped = ++stopped; },
});
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-acme-'));
  await mkdir(join(folder, 'node_modules/@nestjs/common'), { recursive: true });
  await writeFile(join(folder, 'node_modules/@nestjs/common/index.js'), OTHER_COPY);
  await writeFile(join(folder, 'acme.mjs'), EXTENSION);
  // A shop of its own: it has an extension, as the shops of the tests of extensions.
  shop = await startTestShop({
    extensions: [join(folder, 'acme.mjs')],
    settings: { ACME_PREFIX: 'V-' },
  });
});
afterAll(async () => {
  await shop.close();
  // The server alone, not the commands that have run beside it.
  expect(globalThis).toMatchObject({ acmeStarted: 1, acmeStopped: 1 });
  await rm(folder, { recursive: true });
});

describe('an extension from a folder of its own', () => {
  it('has a route that only callers with a token reach', async () => {
    const { token } = await shop.account();
    expect(await shop.request('/acme/report')).toMatchObject({ status: 401 });
    expect(await shop.request('/acme/report', { token })).toMatchObject({
      status: 200,
      json: { orders: 0 },
    });
  });

  it('delivers, by its settings, what a command has given to its handler', async () => {
    const { token } = await shop.account({ balance: '5' });
    const product = await shop.product({ price: '1' });
    expect(
      await shop.souk('delivery', 'set', String(product), '--by', 'acme-voucher'),
    ).toMatchObject({
      code: 0,
      err: '',
    });
    const uuid = '0d7e3a4e-7f6f-4a51-9c55-3d2f2a3f1c11';
    await shop.request(`/client/api/newOrder/${product}/params?qty=1&order_uuid=${uuid}`, {
      token,
    });
    const codes = await until(async () => {
      const { json } = await shop.request(`/client/api/check?orders=${uuid}&uuid=1`, { token });
      return (json as { data: [{ replay_api: string[] | null }] }).data[0].replay_api ?? undefined;
    });
    expect(codes).toEqual([expect.stringMatching(/^V-ID_/)]);
  });
});

describe('a shop that cannot be started', () => {
  it('leaves nothing behind, and says why in one sentence', async () => {
    // A shop of its own: it cannot start.
    await expect(startTestShop({ extensions: ['no-such-package'] })).rejects.toThrow(
      'SOUK_EXTENSIONS names no-such-package, which is neither a file nor an installed package.',
    );
  });
});
