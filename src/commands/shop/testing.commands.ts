import { TestProductsService } from '../../fulfillment/handlers/test-products.service.js';
import type { AddCommands } from '../context/command-context.js';
import { noteChanged } from '../context/noted-change.js';

export const addTestingCommands: AddCommands = (testing, { terminal, withShop }) => {
  testing
    .command('add')
    .description('add one product for each outcome; see "souk account set --testing on"')
    .action(() =>
      withShop(async (shop) => {
        const products = await shop.get(TestProductsService).create();
        noteChanged(shop, null, { products });
        terminal.list(products, '');
      }),
    );

  testing
    .command('remove')
    .description('take the test products away')
    .action(() =>
      withShop(async (shop) => {
        await shop.get(TestProductsService).remove();
        noteChanged(shop, { test_products: true }, { test_products: false });
        terminal.show({ removed: true }, 'The test products are gone.');
      }),
    );
};
