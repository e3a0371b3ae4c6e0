import { writeFile } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import { InvalidArgumentError } from 'commander';
import { AccountService } from '../../../account/account.service.js';
import type { CatalogDifference } from '../../../catalog/import/catalog-difference.js';
import { CatalogExportService } from '../../../catalog/import/catalog-export.service.js';
import { CatalogImportService } from '../../../catalog/import/catalog-import.service.js';
import {
  nodesOf,
  type CatalogView,
  type ListedNode,
  type ListedProduct,
} from '../../../catalog/view/catalog-view.js';
import type { CategoryPath } from '../../../catalog/view/category-path.js';
import { VisibilityService } from '../../../catalog/view/visibility.service.js';
import { OperatorError } from '../../../common/app-error.js';
import { idArgument, type AddCommands, type OpenShop } from '../../command-context.js';
import { DemoShopService } from '../../demo-shop.service.js';
import type { Terminal } from '../../terminal.js';
import { importFromShop, type FromShopOptions } from './catalog-from-shop.js';
import { INTO, listingSettings, MARKUP, MARKUP_CATEGORY } from './listing-options.js';

interface ImportOptions extends Omit<FromShopOptions, 'fromShop'> {
  readonly replaceDemo?: true;
  readonly separator?: string;
  readonly fromShop?: string;
}

export const addCatalogCommands: AddCommands = (catalog, { terminal, readShop, withShop }) => {
  catalog
    .command('import')
    .argument('[file]', 'our JSON, a CSV, or the saved catalog or products answer of another shop')
    .description('create and update by id, all or nothing')
    .option('--dry-run', 'only say what would change')
    .option('--hide-missing', 'hide what the file does not name; nothing is ever deleted')
    .option(
      '--separator <character>',
      'between the columns of a CSV: ",", ";" or tab',
      separatorArgument,
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
    .action((file: string | undefined, options: ImportOptions) =>
      withShop(async (shop) => {
        if (options.fromShop !== undefined) {
          await importFromShop(shop, terminal, file, { ...options, fromShop: options.fromShop });
          return;
        }
        if (file === undefined) throw new OperatorError('Name a file, or --from-shop.');
        if (options.force || Object.keys(listingSettings(options)).length > 0) {
          throw new OperatorError('Mark-ups, --into and --force need --from-shop.');
        }
        if (!options.dryRun) await offerToRemoveDemo(shop, terminal, file, options);
        const difference = await importWithProgress(shop, terminal, file, options);
        terminal.show(difference, differenceText(difference, options.dryRun ?? false));
      }),
    );

  catalog
    .command('export')
    .argument('[file]', 'standard output if left out')
    .description('the whole catalog in our own JSON')
    .action((file?: string) =>
      readShop(async (shop) => {
        const text = JSON.stringify(await shop.get(CatalogExportService).export(), null, 1);
        if (file === undefined) terminal.write(text);
        else {
          await writeNew(file, text);
          terminal.show({ file }, `The catalog is in ${file}.`);
        }
      }),
    );

  catalog
    .command('show')
    .description('the catalog as a tree')
    .option('--account <id>', 'as this account sees it', idArgument)
    .action(({ account }: { account?: number }) =>
      readShop(async (shop) => {
        const audience = await audienceOf(shop, account);
        showTree(terminal, await shop.get(VisibilityService).viewFor(audience));
      }),
    );
};

function separatorArgument(text: string): string {
  if (text === ',' || text === ';') return text;
  if (text === 'tab' || text === '\t') return '\t';
  throw new InvalidArgumentError('It must be "," or ";" or tab.');
}

/** The audience of an account, or one to which only the rules for everyone apply. */
async function audienceOf(shop: OpenShop, accountId: number | undefined) {
  if (accountId === undefined) {
    return { accountId: 0, groupId: null, showUnavailable: true, testing: true };
  }
  const { groupId, showUnavailable, testing } = await shop.get(AccountService).get(accountId);
  return { accountId, groupId, showUnavailable, testing };
}

async function offerToRemoveDemo(
  shop: OpenShop,
  terminal: Terminal,
  file: string,
  { replaceDemo, hideMissing, separator }: ImportOptions,
): Promise<void> {
  const demo = shop.get(DemoShopService);
  if (!(await demo.exists())) return;
  // A file with errors is refused before the demo shop is removed.
  const trial = { dryRun: true, hideMissing: hideMissing ?? false, separator };
  await shop.get(CatalogImportService).importFile(file, trial);
  const question = 'The demo shop is still there. Remove it first?';
  if (replaceDemo || (terminal.interactive && (await terminal.confirm(question))))
    await demo.remove();
  else terminal.remark('The demo shop stays; "souk demo remove" takes it away.');
}

async function importWithProgress(
  shop: OpenShop,
  { interactive, streams }: Terminal,
  file: string,
  { dryRun, hideMissing, separator }: ImportOptions,
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
      ...(interactive && { onProgress }),
    };
    return await shop.get(CatalogImportService).importFile(file, options);
  } finally {
    bar.stop();
  }
}

function differenceText(
  { categories, products, samples }: CatalogDifference,
  dry: boolean,
): string {
  const lines = Object.entries({ categories, products }).map(([name, { ...counts }]) => {
    const parts = Object.entries(counts);
    return `${`${name}:`.padEnd(12)}${parts.map(([word, count]) => `${count} ${word}`).join(', ')}`;
  });
  const end = dry
    ? 'Nothing was written; leave --dry-run out to import.'
    : 'The catalog is imported.';
  return [...samples, ...lines, end].join('\n');
}

interface ShownNode {
  readonly category: ListedNode['category'];
  readonly children: ShownNode[];
  readonly products: readonly ListedProduct[];
}

/** Parents come before their children, so no recursion is needed, which a long chain of categories would overflow. */
function shownTree(view: CatalogView, nodes: readonly ListedNode[]): ShownNode[] {
  const roots: ShownNode[] = [];
  const shown = new Map<CategoryPath, ShownNode>();
  for (const node of nodes) {
    const { category, path } = node;
    const made = { category, children: [], products: view.productsIn(node) };
    shown.set(path, made);
    const above = path.above && shown.get(path.above);
    (above?.children ?? roots).push(made);
  }
  return roots;
}

function treeText(view: CatalogView, nodes: readonly ListedNode[]): string {
  const lines = nodes.flatMap((node) => {
    const indent = '  '.repeat(node.path.level - 1);
    return [
      `${indent}${node.category.name} (category ${node.category.id})`,
      ...view
        .productsIn(node)
        .map(
          ({ id, name, price, available }) =>
            `${indent}  ${id}  ${price} USD  ${name}${available ? '' : '  (off)'}`,
        ),
    ];
  });
  return lines.length === 0 ? 'The catalog is empty.' : lines.join('\n');
}

function showTree(terminal: Terminal, view: CatalogView): void {
  const nodes = nodesOf(view.tree());
  if (!terminal.json) {
    terminal.write(treeText(view, nodes));
    return;
  }
  try {
    terminal.show(shownTree(view, nodes), '');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OperatorError('The categories are nested too deeply for JSON; leave --json out.');
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, `${text}\n`, { flag: 'wx' }).catch((error: unknown) => {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new OperatorError(
      exists
        ? `${file} is there already; name another file.`
        : `${file} cannot be written; check the folder and its rights.`,
    );
  });
}
