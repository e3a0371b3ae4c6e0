import { OperatorError } from '../../common/app-error.js';
import { numericText } from '../../common/decimal.js';
import { SupplierCatalogService } from '../../fulfillment/upstream/listing/supplier-catalog.service.js';
import type { Supplier } from '../../fulfillment/upstream/supplier/supplier.entity.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { endpointOf } from '../../outgoing/endpoint.js';
import { limitArgument, type AddCommands, type OpenShop } from '../context/command-context.js';
import { noteChange, noteChanged } from '../context/noted-change.js';
import { allowSetHost } from '../context/set-host.js';
import type { Row, Terminal } from '../context/terminal.js';
import { typedSecret } from '../context/typed-secret.js';
import {
  INTO,
  listingSettings,
  MARKUP,
  MARKUP_CATEGORY,
  type ListingOptions,
} from '../catalog/listing-options.js';

interface TokenSource {
  readonly tokenFile?: string;
  readonly tokenStdin?: true;
}

/** Commander names the property after the option, so its type tells the unit. */
type Seconds = number;

interface Settings extends TokenSource {
  readonly maxConcurrent?: number;
  readonly timeOut?: Seconds;
  readonly lowBalance?: string;
  readonly url?: string;
}

interface SyncOptions extends ListingOptions {
  readonly every?: number;
  readonly off?: true;
}

export const addSupplierCommands: AddCommands = (supplier, { terminal, readShop, withShop }) => {
  supplier
    .command('add')
    .argument('<name>', 'what products name it by, without spaces')
    .argument('<url>', 'its base address')
    .description(
      'name another shop with this API; products are bought there after "souk delivery set" or "souk supplier sync"',
    )
    .option('--token-file <file>', 'file with our token there')
    .option('--token-stdin', 'our token there comes by standard input')
    .option('--max-concurrent <n>', 'calls to it at a time, of one server', limitArgument)
    .option('--time-out <seconds>', 'for an answer, at most 20', limitArgument)
    .option('--low-balance <usd>', 'a balance below is worth a warning')
    .action((name: string, url: string, options: Settings) =>
      withShop(async (shop) => {
        const token = await tokenOf(options, terminal);
        if (token === undefined) throw new OperatorError('Say --token-file or --token-stdin.');
        const suppliers = shop.get(SupplierService);
        const { baseUrl } = await suppliers.add(name, url, { ...settingsOf(options), token });
        await allowSetHost(shop, terminal, endpointOf(baseUrl));
        const row = supplierRow(await suppliers.probe(name));
        noteChanged(shop, null, row);
        terminal.item(row);
      }),
    );

  supplier
    .command('list')
    .description('all suppliers')
    .action(() =>
      readShop(async (shop) => {
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
        const probe = () => shop.get(SupplierService).probe(name);
        const supplier = await changeOfSupplier(shop, name, probe);
        if (supplier.lastError !== '') {
          throw new OperatorError(`"${name}" cannot be used: ${supplier.lastError}.`);
        }
        terminal.item(supplierRow(supplier));
      }),
    );

  supplier
    .command('set')
    .argument('<name>', 'name of a supplier')
    .description('change how a supplier is asked')
    .option(
      '--url <url>',
      'its new base address; of the same shop, since orders are looked up there',
    )
    .option('--token-file <file>', 'file with our new token there')
    .option('--token-stdin', 'our new token there comes by standard input')
    .option('--max-concurrent <n>', 'calls to it at a time, of one server', limitArgument)
    .option('--time-out <seconds>', 'for an answer, at most 20', limitArgument)
    .option('--low-balance <usd>', 'a balance below is worth a warning')
    .action((name: string, options: Settings) =>
      withShop(async (shop) => {
        const token = await tokenOf(options, terminal);
        const settings = { ...settingsOf(options), ...(token !== undefined && { token }) };
        const set = () => shop.get(SupplierService).set(name, settings);
        const supplier = await changeOfSupplier(shop, name, set);
        if (options.url !== undefined) {
          await allowSetHost(shop, terminal, endpointOf(supplier.baseUrl));
        }
        terminal.item(supplierRow(supplier));
      }),
    );

  supplier
    .command('sync')
    .argument('<name>', 'name of a supplier')
    .description('keep its catalog listed in ours; "souk catalog import --from-shop" does it once')
    .option('--every <minutes>', 'look again so often', limitArgument)
    .option('--off', 'look no more')
    .option(...MARKUP)
    .option(...MARKUP_CATEGORY)
    .option(...INTO)
    .action((name: string, { every, off, ...options }: SyncOptions) =>
      withShop(async (shop) => {
        if (every !== undefined && off) throw new OperatorError('Say --every or --off, not both.');
        const sync = {
          ...listingSettings(options),
          ...(every !== undefined && { syncMinutes: every }),
          ...(off && { syncMinutes: null }),
        };
        await changeOfSupplier(shop, name, () =>
          shop.get(SupplierCatalogService).configure(name, sync),
        );
        terminal.item(supplierRow(await shop.get(SupplierService).get(name)));
      }),
    );

  supplier
    .command('remove')
    .argument('<name>', 'name of a supplier')
    .description('forget a supplier that nothing was bought from')
    .action((name: string) =>
      withShop(async (shop) => {
        const suppliers = shop.get(SupplierService);
        const before = supplierRow(await suppliers.get(name));
        await suppliers.remove(name);
        noteChanged(shop, before, null);
        terminal.show({ removed: name }, `The supplier ${name} is gone.`);
      }),
    );
};

function changeOfSupplier<T>(shop: OpenShop, name: string, change: () => Promise<T>): Promise<T> {
  return noteChange(
    shop,
    async () => supplierRow(await shop.get(SupplierService).get(name)),
    change,
  );
}

function supplierRow(supplier: Supplier): Row {
  return {
    name: supplier.name,
    url: supplier.baseUrl,
    balance: supplier.balance === null ? null : numericText(supplier.balance),
    warn_below: supplier.lowBalance === null ? null : numericText(supplier.lowBalance),
    max_concurrent: supplier.maxConcurrent,
    time_out: supplier.timeoutSeconds,
    markup: numericText(supplier.markup),
    sync_minutes: supplier.syncMinutes,
    synced: supplier.syncedAt,
    error: supplier.lastError,
    sync_error: supplier.syncError,
  };
}

function settingsOf({ maxConcurrent, timeOut, lowBalance, url }: Settings) {
  return {
    ...(url !== undefined && { url }),
    ...(timeOut !== undefined && { timeoutSeconds: timeOut }),
    ...(maxConcurrent !== undefined && { maxConcurrent }),
    ...(lowBalance !== undefined && { lowBalance }),
  };
}

function tokenOf(
  { tokenFile: file, tokenStdin: isStdin }: TokenSource,
  terminal: Terminal,
): Promise<string | undefined> {
  return typedSecret({ file, isStdin }, 'token', terminal);
}
