import { SingleBar } from 'cli-progress';
import type { CatalogDifference } from '../../catalog/import/catalog-difference.js';
import { CatalogImportService } from '../../catalog/import/catalog-import.service.js';
import { OperatorError } from '../../common/app-error.js';
import {
  countArgument,
  separatorArgument,
  type AddCommands,
  type OpenShop,
} from '../context/command-context.js';
import { DemoShopService } from '../../upkeep/demo-shop.service.js';
import { askUnusual, unusualLines } from '../context/ask-unusual.js';
import { unusualText } from '../../catalog/unusual/unusual.js';
import { noteChanged } from '../context/noted-change.js';
import type { Terminal } from '../context/terminal.js';
import { importFromShop, type FromShopOptions } from './catalog-from-shop.js';
import { INTO, listingSettings, MARKUP, MARKUP_CATEGORY } from './listing-options.js';

interface ImportOptions extends Omit<FromShopOptions, 'fromShop'> {
  readonly replaceDemo?: true;
  readonly separator?: string;
  readonly fromShop?: string;
}

const CSV_HELP = `
A CSV, as examples/my-catalog.csv; "souk catalog export --csv" writes all columns:
  id,category,name,price
  7001,Games > PUBG Mobile,60 UC,0.89
What a file leaves out stays as it is: a CSV of id,name changes names.`;

export const addImportCommand: AddCommands = (catalog, { terminal, withShop }) => {
  catalog
    .command('import')
    .argument('[file]', 'our JSON, a CSV, or the saved catalog or products answer of another shop')
    .description('create and update by id, all or nothing; a CSV of id,price changes prices alone')
    .option('--dry-run', 'only say what would change')
    .option('--hide-missing', 'hide what the file does not name; nothing is ever deleted')
    .option(
      '--separator <character>',
      'between the columns of a CSV: ",", ";" or tab',
      separatorArgument,
    )
    .option(
      '--accept-unusual <number>',
      'how many changes are unusual, once you have looked at them',
      countArgument,
    )
    .option('--replace-demo', 'remove the demo shop first')
    .option(
      '--from-shop <supplier>',
      'instead of a file, the catalog of a supplier, by name or address',
    )
    .option(MARKUP[0], `with --from-shop, ${MARKUP[1]}`)
    .option(MARKUP_CATEGORY[0], `with --from-shop, ${MARKUP_CATEGORY[1]}`, MARKUP_CATEGORY[2])
    .option(INTO[0], `with --from-shop, ${INTO[1]}`, INTO[2])
    .option('--force', 'with --from-shop, also when most of its products are gone')
    .addHelpText('after', CSV_HELP)
    .action((file: string | undefined, options: ImportOptions) =>
      withShop((shop) => importInto(shop, terminal, file, options)),
    );
};

/** What is imported, and by whom. */
interface FileImport {
  readonly shop: OpenShop;
  readonly terminal: Terminal;
  readonly file: string;
  readonly options: ImportOptions;
}

async function importInto(
  shop: OpenShop,
  terminal: Terminal,
  file: string | undefined,
  options: ImportOptions,
): Promise<void> {
  if (options.fromShop !== undefined) {
    await importFromShop(shop, terminal, file, { ...options, fromShop: options.fromShop });
    return;
  }
  if (file === undefined) throw new OperatorError('Name a file, or --from-shop.');
  if (options.force || Object.keys(listingSettings(options)).length > 0) {
    throw new OperatorError('Mark-ups, --into and --force need --from-shop.');
  }
  if (!options.dryRun) {
    const asked = { shop, terminal, file, options };
    if (terminal.interactive) await askForNewOrder(asked);
    await offerToRemoveDemo(asked);
  }
  const difference = await askUnusual(terminal, options.acceptUnusual, (acceptUnusual) =>
    importWithProgress(shop, terminal, file, { ...options, acceptUnusual }),
  );
  if (!options.dryRun) noteChanged(shop, null, { ...difference });
  terminal.show(difference, differenceText(difference, options.dryRun ?? false));
}

async function offerToRemoveDemo({ shop, terminal, file, options }: FileImport): Promise<void> {
  const { replaceDemo, hideMissing, separator } = options;
  const demo = shop.get(DemoShopService);
  if (!(await demo.exists())) return;
  // A file with errors is refused before the demo shop is removed.
  const trial = { dryRun: true, hideMissing: hideMissing ?? false, separator };
  const { pricesOnly } = await shop.get(CatalogImportService).importFile(file, trial);
  if (pricesOnly && replaceDemo) {
    throw new OperatorError(`${file} changes prices alone; leave out --replace-demo.`);
  }
  if (pricesOnly) return;
  const question = 'The demo shop is still there. Remove it first?';
  if (replaceDemo || (terminal.interactive && (await terminal.confirm(question))))
    await demo.remove();
  else terminal.remark('The demo shop stays; "souk demo remove" takes it away.');
}

/** @throws OperatorError if fields that stay are not to change their order */
async function askForNewOrder({ shop, terminal, file, options }: FileImport): Promise<void> {
  const trial = { ...options, dryRun: true as const };
  const { samples, products } = await importWithProgress(shop, terminal, file, trial);
  const { reordered = 0 } = products;
  if (reordered === 0) return;
  terminal.remark(samples.slice(0, reordered).join('\n'));
  const question =
    `Products whose fields change their order: ${reordered}. Orders that name fields by their place would be delivered ` +
    'to others. Import all the same?';
  if (!(await terminal.confirm(question))) throw new OperatorError('Nothing was imported.');
}

async function importWithProgress(
  shop: OpenShop,
  { interactive, streams }: Terminal,
  file: string,
  { dryRun, hideMissing, separator, acceptUnusual }: ImportOptions,
): Promise<CatalogDifference> {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} rows',
    stream: streams.stdout,
  });
  const onProgress = (done: number, total: number): void => {
    if (!bar.isActive) bar.start(total, 0);
    bar.update(done);
  };
  try {
    const options = {
      dryRun: dryRun ?? false,
      hideMissing: hideMissing ?? false,
      separator,
      acceptUnusual,
      ...(interactive && { onProgress }),
    };
    return await shop.get(CatalogImportService).importFile(file, options);
  } finally {
    bar.stop();
  }
}

function differenceText(
  { pricesOnly, categories, products, samples, unusual }: CatalogDifference,
  dry: boolean,
): string {
  const tables = pricesOnly ? { products } : { categories, products };
  const lines = Object.entries(tables).map(([name, { ...counts }]) => {
    const parts = Object.entries(counts);
    return `${`${name}:`.padEnd(12)}${parts.map(([word, count]) => `${count} ${word}`).join(', ')}`;
  });
  const done = pricesOnly ? 'The prices are changed.' : 'The catalog is imported.';
  const unusuals = unusual ? [...unusualLines(unusual), `${unusualText(unusual)}.`] : [];
  const end = dry ? 'Nothing was written; leave --dry-run out to import.' : done;
  return [...samples, ...unusuals, ...lines, end].join('\n');
}
