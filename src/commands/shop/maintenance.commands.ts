import type { ClosedPart } from '../../account/closed-part.js';
import { maintenanceSet, maintenanceShow } from '../../operations/shop/maintenance.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addReading } from '../operations/list-command.js';
import { runTyped } from '../operations/operation-command.js';

const WHY_ORDERS = `
Prefer --orders: callers can still ask what became of their orders. Many programs take 130 from
"check" for a lost order, and pay their customer back although it is delivered later.`;

/** What is one setting elsewhere is two commands here. */
export const addMaintenanceCommands: AddOwnCommands = (maintenance, context) => {
  const close = (closed: ClosedPart) => runTyped(context, maintenanceSet, { closed });
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
  addReading(maintenance, context, maintenanceShow, {
    description: 'say what is closed, and since when',
  });
};
