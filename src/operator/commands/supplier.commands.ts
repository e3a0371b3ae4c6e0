import { readFile } from 'node:fs/promises';
import { OperatorError } from '../../common/app-error.js';
import { numericText } from '../../common/decimal.js';
import { SupplierCatalogService } from '../../fulfillment/upstream/supplier-catalog.service.js';
import type { Supplier } from '../../fulfillment/upstream/supplier.entity.js';
import { SupplierService } from '../../fulfillment/upstream/supplier.service.js';
import { idArgument, limitArgument, type AddCommands } from '../command-context.js';
import type { Row } from '../terminal.js';

interface Settings {
  readonly tokenFile?: string;
  readonly maxConcurrent?: number;
  readonly lowBalance?: string;
}

interface SyncOptions {
  readonly every?: number;
  readonly off?: true;
  readonly markup?: string;
  readonly into?: number;
}

export const addSupplierCommands: AddCommands = (program, { terminal, withShop }) => {
  const supplier = program.command('supplier').description('other shops that we buy from');

  supplier
    .command('add')
    .argument('<name>', 'what products name it by, without spaces')
    .argument('<url>', 'its base address')
    .description('make another shop of this wire known')
    .requiredOption('--token-file <file>', 'file with our token there')
    .option('--max-concurrent <n>', 'calls to it at a time, of one server', limitArgument)
    .option('--low-balance <usd>', 'a balance below is worth a warning')
    .action((name: string, url: string, options: Settings & { tokenFile: string }) =>
      withShop(async (shop) => {
        const token = await tokenOf(options.tokenFile);
        const suppliers = shop.get(SupplierService);
        await suppliers.add(name, url, { ...settingsOf(options), token });
        terminal.item(supplierRow(await suppliers.probe(name)));
      }),
    );

  supplier
    .command('list')
    .description('all suppliers')
    .action(() =>
      withShop(async (shop) => {
        const suppliers = await shop.get(SupplierService).list();
        terminal.list(
          suppliers.map(supplierRow),
          'There is no supplier yet; see "souk supplier add".',
        );
      }),
    );

  supplier
    .command('check')
    .argument('<name>', 'name of a supplier')
    .description('ask a supplier for our balance there')
    .action((name: string) =>
      withShop(async (shop) => {
        terminal.item(supplierRow(await shop.get(SupplierService).probe(name)));
      }),
    );

  supplier
    .command('set')
    .argument('<name>', 'name of a supplier')
    .description('change how a supplier is asked')
    .option('--token-file <file>', 'file with our new token there')
    .option('--max-concurrent <n>', 'calls to it at a time, of one server', limitArgument)
    .option('--low-balance <usd>', 'a balance below is worth a warning')
    .action((name: string, options: Settings) =>
      withShop(async (shop) => {
        const { tokenFile } = options;
        const token = tokenFile === undefined ? {} : { token: await tokenOf(tokenFile) };
        const settings = { ...settingsOf(options), ...token };
        terminal.item(supplierRow(await shop.get(SupplierService).set(name, settings)));
      }),
    );

  supplier
    .command('sync')
    .argument('<name>', 'name of a supplier')
    .description('keep its catalog listed in ours; "souk catalog import --from-shop" does it once')
    .option('--every <minutes>', 'look again so often', limitArgument)
    .option('--off', 'look no more')
    .option('--markup <percent>', 'on its prices')
    .option('--into <category>', 'category of ours for its root categories', idArgument)
    .action((name: string, { every, off, markup, into }: SyncOptions) =>
      withShop(async (shop) => {
        if (every !== undefined && off) throw new OperatorError('Say --every or --off, not both.');
        await shop.get(SupplierCatalogService).configure(name, {
          ...(every !== undefined && { syncMinutes: every }),
          ...(off && { syncMinutes: null }),
          ...(markup !== undefined && { markup }),
          ...(into !== undefined && { intoCategory: into }),
        });
        terminal.item(supplierRow(await shop.get(SupplierService).get(name)));
      }),
    );

  supplier
    .command('remove')
    .argument('<name>', 'name of a supplier')
    .description('forget a supplier that nothing was bought from')
    .action((name: string) =>
      withShop(async (shop) => {
        await shop.get(SupplierService).remove(name);
        terminal.show({ removed: name }, `The supplier ${name} is gone.`);
      }),
    );
};

function supplierRow(supplier: Supplier): Row {
  return {
    name: supplier.name,
    url: supplier.baseUrl,
    balance: supplier.balance === null ? null : numericText(supplier.balance),
    warn_below: supplier.lowBalance === null ? null : numericText(supplier.lowBalance),
    max_concurrent: supplier.maxConcurrent,
    markup: numericText(supplier.markup),
    sync_minutes: supplier.syncMinutes,
    synced: supplier.syncedAt,
    error: supplier.lastError,
  };
}

function settingsOf({ maxConcurrent, lowBalance }: Settings) {
  return {
    ...(maxConcurrent !== undefined && { maxConcurrent }),
    ...(lowBalance !== undefined && { lowBalance }),
  };
}

/** Never on the command line, where other users of the machine and the history would read it. */
async function tokenOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`The file ${file} cannot be read; check its name and rights.`);
  });
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new OperatorError(`The file ${file} holds no token; put it there on one line.`);
}
