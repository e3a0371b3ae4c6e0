import type { ExtensionCommands } from 'souk';
import { Rates } from './rates.js';

/** `souk acme …`, built with Commander. `withShop` leaves an audit entry; `readShop` is for commands that only read. */
export const rateCommands: ExtensionCommands = {
  name: 'acme',
  description: 'Exchange rates of Acme.',
  add(group, { terminal, withShop, readShop }) {
    const rate = group.command('rate').description('exchange rates to USD');
    rate
      .command('set <currency> <usd>')
      .description('set what one unit of a currency costs in USD')
      .action((currency: string, usd: string) =>
        withShop(async (shop) => {
          await shop.get(Rates).set({ currency, usd });
          terminal.show({ currency, usd }, `1 ${currency} costs ${usd} USD.`);
        }),
      );
    rate
      .command('list')
      .description('show all rates')
      .action(() =>
        readShop(async (shop) => {
          const rates = await shop.get(Rates).list();
          terminal.list(
            rates.map(({ currency, usd }) => ({ currency, usd })),
            'There are no rates.',
          );
        }),
      );
  },
};
