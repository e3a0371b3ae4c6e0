import type { ClosedPart } from '../../account/closed-part.js';
import { MaintenanceService } from '../../account/access/maintenance.service.js';
import type { AddCommands } from '../context/command-context.js';
import { noteChange } from '../context/noted-change.js';

const WHY_ORDERS = `
Prefer --orders: callers can still ask what became of their orders. Many programs take 130 from
"check" for a lost order, and pay their customer back although it is delivered later.`;

export const addMaintenanceCommands: AddCommands = (
  maintenance,
  { terminal, readShop, withShop },
) => {
  const show = async (service: MaintenanceService): Promise<void> => {
    const { closed, changedAt } = await service.status();
    terminal.item({ maintenance: closed === 'nothing' ? 'off' : 'on', closed, since: changedAt });
  };
  const close = (part: ClosedPart): Promise<void> =>
    withShop(async (shop) => {
      const service = shop.get(MaintenanceService);
      const tell = async () => ({ closed: (await service.status()).closed });
      await noteChange(shop, tell, () => service.close(part));
      await show(service);
    });

  maintenance
    .command('on')
    .description('close orders (--orders), or the whole API')
    .option('--orders', 'refuse newOrder only; check, sealing and the catalog go on (recommended)')
    .addHelpText('after', WHY_ORDERS)
    .action(({ orders }: { orders?: true }) => close(orders ? 'orders' : 'everything'));
  maintenance
    .command('off')
    .description('open everything again')
    .action(() => close('nothing'));
  maintenance
    .command('status')
    .description('say what is closed, and since when')
    .action(() => readShop((shop) => show(shop.get(MaintenanceService))));
};
