import { MaintenanceService } from '../../../account/access/maintenance.service.js';
import type { AddCommands } from '../../command-context.js';

export const addMaintenanceCommands: AddCommands = (program, { terminal, withShop }) => {
  const maintenance = program
    .command('maintenance')
    .description('close the API for a while (130), on all instances at once');

  for (const [verb, enabled, description] of [
    ['on', true, 'close the API'],
    ['off', false, 'open it again'],
    ['status', undefined, 'say how it is'],
  ] as const) {
    maintenance
      .command(verb)
      .description(description)
      .action(() =>
        withShop(async (shop) => {
          const service = shop.get(MaintenanceService);
          if (enabled !== undefined) await service.set(enabled);
          const status = await service.status();
          terminal.item({ maintenance: status.enabled ? 'on' : 'off', since: status.changedAt });
        }),
      );
  }
};
