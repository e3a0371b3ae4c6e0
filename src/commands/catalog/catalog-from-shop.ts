import { unusualText } from '../../catalog/unusual/unusual.js';
import { OperatorError } from '../../common/app-error.js';
import { SupplierCatalogService } from '../../fulfillment/upstream/listing/supplier-catalog.service.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { SUPPLIER_SHAPE } from '../../operations/suppliers/supplier.operations.js';
import type { OpenShop } from '../context/command-context.js';
import { askUnusual, unusualLines } from '../context/ask-unusual.js';
import { noteChanged, toldAfter } from '../context/noted-change.js';
import type { Terminal } from '../context/terminal.js';
import { listingSettings, type ListingOptions } from './listing-options.js';

export interface FromShopOptions extends ListingOptions {
  /** The name or base address of a supplier. */
  readonly fromShop: string;
  readonly dryRun?: true;
  readonly hideMissing?: true;
  readonly force?: true;
  readonly acceptUnusual?: number | undefined;
}

/** Imports the catalog of a supplier instead of a file. @throws OperatorError */
export async function importFromShop(
  shop: OpenShop,
  terminal: Terminal,
  file: string | undefined,
  { fromShop, dryRun, force, hideMissing, acceptUnusual, ...listing }: FromShopOptions,
): Promise<void> {
  if (file !== undefined) throw new OperatorError('Name a file or --from-shop, not both.');
  if (hideMissing) {
    throw new OperatorError(
      '--from-shop switches off what is gone by itself; leave out --hide-missing.',
    );
  }
  const settings = listingSettings(listing);
  const options = { dryRun: dryRun ?? false, force: force ?? false, settings };
  const name = fromShop.includes('://')
    ? (await shop.get(SupplierService).at(fromShop)).name
    : fromShop;
  const told = async () => ({ ...SUPPLIER_SHAPE.of(await shop.get(SupplierService).get(name)) });
  const before = dryRun ? null : await told();
  const { unusual, ...changes } = await askUnusual(terminal, acceptUnusual, (accepted) =>
    shop.get(SupplierCatalogService).sync(name, { ...options, acceptUnusual: accepted }),
  );
  if (dryRun && unusual.count > 0) {
    terminal.remark([...unusualLines(unusual), `${unusualText(unusual)}.`].join('\n'));
  }
  if (!dryRun) noteChanged(shop, before, { ...(await toldAfter(told)), ...changes });
  terminal.item(changes);
}
