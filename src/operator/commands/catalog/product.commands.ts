import { ProductService } from '../../../catalog/editing/product.service.js';
import { OperatorError } from '../../../common/app-error.js';
import { numericText } from '../../../common/decimal.js';
import type { Product } from '../../../catalog/product.entity.js';
import { idArgument, switchArgument, type AddCommands } from '../../command-context.js';
import { noteChange } from '../../noted-change.js';
import type { Row } from '../../terminal.js';

interface ProductOptions {
  readonly name?: string;
  readonly price?: string;
  readonly available?: boolean;
  readonly delete?: true;
  readonly restore?: true;
}

export const addProductCommands: AddCommands = (product, { terminal, withShop }) => {
  product
    .command('set')
    .argument('<product>', 'product id', idArgument)
    .description('change a product')
    .option('--name <name>')
    .option('--price <usd>', 'base price a unit')
    .option('--available <on|off>', 'off refuses orders for now', switchArgument)
    .option('--delete', 'delete it; its orders stay')
    .option('--restore', 'bring a deleted one back')
    .action((id: number, options: ProductOptions) =>
      withShop(async (shop) => {
        if (options.delete && options.restore) {
          throw new OperatorError('Say --delete or --restore, not both.');
        }
        const deleted = options.delete ?? (options.restore ? false : undefined);
        const { name, price, available } = options;
        const change = {
          ...(name !== undefined && { name }),
          ...(price !== undefined && { price }),
          ...(available !== undefined && { available }),
          ...(deleted !== undefined && { deleted }),
        };
        const products = shop.get(ProductService);
        const tell = async () => rowOf(await products.get(id));
        terminal.item(rowOf(await noteChange(shop, tell, () => products.set(id, change))));
      }),
    );
};

function rowOf({ id, price, available, deletedAt, name }: Product): Row {
  return { id, price: numericText(price), available, deleted: deletedAt, name };
}
