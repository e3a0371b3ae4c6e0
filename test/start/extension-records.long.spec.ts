import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestShop, type TestShop } from '../../src/testing.js';

const EXTENSION = `
class AcmeRates {
  async up(runner) {
    await runner.query('CREATE TABLE acme_rates (id integer PRIMARY KEY, rate numeric)');
  }
}
export const extension = {
  name: 'acme',
  souk: '*',
  migrations: [AcmeRates],
  tables: [{ name: 'acme_rates' }],
  commands: [{
    name: 'acme',
    description: 'rates of Acme',
    add: (group, { terminal, withShop }) => {
      group.command('greet').action(() => withShop(async () => terminal.show({ hi: true }, 'hi')));
    },
  }],
  ports: () => ({
    handlers: [{ code: 'acme-voucher', checkSettings() {}, deliverNow() {} }],
  }),
};
`;

describe('an extension of a file', () => {
  let folder: string;
  let shop: TestShop;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-extension-records-'));
    await writeFile(join(folder, 'acme.mjs'), EXTENSION);
    await writeFile(join(folder, 'package.json'), '{ "version": "3.1.4" }');
    // A shop of its own: it has an extension with a table.
    shop = await startTestShop({ extensions: [join(folder, 'acme.mjs')] });
  });

  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });

  it('is recorded at the start, and its tables are in a backup', async () => {
    expect(JSON.parse((await shop.souk('extension', 'list', '--json')).out)).toMatchObject([
      { name: 'acme', recorded: '3.1.4', loaded: '3.1.4', ports: { handlers: ['acme-voucher'] } },
    ]);
    const backup = await shop.souk('backup', join(folder, 'shop.backup'), '--json');
    expect(backup).toMatchObject({ code: 0, err: '' });
    expect(backup.out).toContain('acme_rates');
  });

  it('has its commands, and is there for those that need accounts only', async () => {
    expect((await shop.souk('--help')).out).toContain('rates of Acme');
    expect(await shop.souk('acme', 'greet')).toMatchObject({ code: 0, out: 'hi\n' });
    expect(await shop.souk('account', 'create', 'Acme')).toMatchObject({ code: 0, err: '' });
    expect((await shop.souk('audit', 'list')).out).toContain('acme greet');
  });
});
