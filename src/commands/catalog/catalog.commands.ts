import { writeFile } from 'node:fs/promises';
import { catalogCsv } from '../../catalog/import/catalog-csv.js';
import { CatalogExportService } from '../../catalog/import/catalog-export.service.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import { OperatorError } from '../../common/app-error.js';
import { catalogOf } from '../../operations/catalog/account-catalog.lists.js';
import {
  catalogSettingsSet,
  catalogSettingsShow,
} from '../../operations/catalog/catalog-setting.operations.js';
import { idArgument, type AddOwnCommands } from '../context/command-context.js';
import { addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { addImportCommand } from './catalog-import.command.js';
import { showTree } from './catalog-tree.js';

export const addCatalogCommands: AddOwnCommands = (catalog, context) => {
  const { terminal, readShop } = context;
  addImportCommand(catalog, context);

  catalog
    .command('export')
    .argument('[file]', 'standard output if left out')
    .description('the whole catalog in our own JSON, or its products as CSV')
    .option(
      '--csv',
      'for a spreadsheet; without images of categories and empty ones, which only JSON has',
    )
    .action((file: string | undefined, { csv }: { csv?: true }) =>
      readShop(async (shop) => {
        const catalog = await shop.get(CatalogExportService).export();
        const text = csv
          ? [...catalogCsv(catalog)].join('')
          : `${JSON.stringify(catalog, null, 1)}\n`;
        if (csv && catalog.products.length === 0) terminal.remark('The catalog has no product.');
        if (file === undefined) await terminal.stream([text]);
        else {
          await writeNew(file, text);
          terminal.show({ file }, `The catalog is in ${file}.`);
        }
      }),
    );

  catalog
    .command('show')
    .description('the catalog as a tree, without what is hidden: see visibility list')
    .option('--account <id>', 'as this account sees it', idArgument)
    .action(({ account }: { account?: number }) =>
      readShop(async (shop) => {
        const view =
          account === undefined
            ? shop.get(VisibilityService).viewFor(EVERYONE)
            : catalogOf((type) => shop.get(type), account);
        showTree(terminal, await view);
      }),
    );

  addReading(catalog, context, catalogSettingsShow, {});
  addOperation(catalog, context, catalogSettingsSet);
};

/** To whom only the rules for everyone apply. */
const EVERYONE = { accountId: 0, groupId: null, showUnavailable: true, testing: true };

async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx' }).catch((error: unknown) => {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new OperatorError(
      exists
        ? `${file} is there already; name another file.`
        : `${file} cannot be written; check the folder and its rights.`,
    );
  });
}
