import { ProductService } from '../../catalog/editing/product.service.js';
import { OperatorError } from '../../common/app-error.js';
import { numericText } from '../../common/decimal.js';
import type { Product } from '../../catalog/product.entity.js';
import { idArgument, switchArgument, type AddCommands } from '../context/command-context.js';
import { noteChange } from '../context/noted-change.js';
import type { Row } from '../context/terminal.js';

interface ProductOptions {
  readonly name?: string;
  readonly price?: string;
  readonly available?: boolean;
  readonly codesPerPiece?: number;
  readonly deliversCodes?: boolean;
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
    .option(
      '--codes-per-piece <n>',
      'the most codes that a supplier may deliver for one piece, 20 to 1000',
      Number,
    )
    .option(
      '--delivers-codes <on|off>',
      'each piece is a code: an order has at most 1,000, and none goes to two orders',
      switchArgument,
    )
    .option('--delete', 'delete it; its orders stay')
    .option('--restore', 'bring a deleted one back')
    .action((id: number, options: ProductOptions) =>
      withShop(async (shop) => {
        if (options.delete && options.restore) {
          throw new OperatorError('Say --delete or --restore, not both.');
        }
        const deleted = options.delete ?? (options.restore ? false : undefined);
        const { name, price, available, codesPerPiece, deliversCodes } = options;
        const change = {
          ...(name !== undefined && { name }),
          ...(price !== undefined && { price }),
          ...(available !== undefined && { available }),
          ...(codesPerPiece !== undefined && { codesPerPiece }),
          ...(deliversCodes !== undefined && { deliversCodes }),
          ...(deleted !== undefined && { deleted }),
        };
        const products = shop.get(ProductService);
        const tell = async () => rowOf(await products.get(id));
        terminal.item(rowOf(await noteChange(shop, tell, () => products.set(id, change))));
      }),
    );
};

function rowOf(product: Product): Row {
  const { id, price, available, codesPerPiece, deliversCodes, deletedAt, name } = product;
  const codes = { codes_per_piece: codesPerPiece, delivers_codes: deliversCodes };
  return { id, price: numericText(price), available, ...codes, deleted: deletedAt, name };
}
