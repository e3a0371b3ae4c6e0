import { CategoryService } from '../../catalog/editing/category.service.js';
import type { Category } from '../../catalog/category.entity.js';
import { OperatorError } from '../../common/app-error.js';
import { idArgument, type AddCommands, type OpenShop } from '../context/command-context.js';
import { noteChange, noteChanged } from '../context/noted-change.js';
import type { Row } from '../context/terminal.js';

export const addCategoryCommands: AddCommands = (category, { terminal, withShop }) => {
  category
    .command('create')
    .argument('<name>')
    .description('a new category')
    .option('--into <category>', 'below this category; a root category if left out', idArgument)
    .action((name: string, { into }: { into?: number }) =>
      withShop(async (shop) => {
        const row = rowOf(await shop.get(CategoryService).create(name, into ?? null));
        noteChanged(shop, null, row);
        terminal.item(row);
      }),
    );

  category
    .command('rename')
    .argument('<category>', 'category id', idArgument)
    .argument('<name>')
    .description('another name; its id stays')
    .action((id: number, name: string) =>
      withShop(async (shop) => {
        const rename = () => shop.get(CategoryService).rename(id, name);
        terminal.item(rowOf(await changeOfCategory(shop, id, rename)));
      }),
    );

  category
    .command('move')
    .argument('<category>', 'category id', idArgument)
    .description('move a category with all below it')
    .option('--into <category>', 'below this category', idArgument)
    .option('--root', 'make it a root category')
    .action((id: number, { into, root }: { into?: number; root?: true }) =>
      withShop(async (shop) => {
        if ((into === undefined) === (root === undefined)) {
          throw new OperatorError('Say --into or --root.');
        }
        const move = () => shop.get(CategoryService).move(id, into ?? null);
        terminal.item(rowOf(await changeOfCategory(shop, id, move)));
      }),
    );
};

function changeOfCategory<T>(shop: OpenShop, id: number, change: () => Promise<T>): Promise<T> {
  return noteChange(shop, async () => rowOf(await shop.get(CategoryService).get(id)), change);
}

function rowOf({ id, name, parentId, position }: Category): Row {
  return { id, name, parent: parentId, position };
}
