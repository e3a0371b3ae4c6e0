import { MaintenanceService } from '../../../account/access/maintenance.service.js';
import type { AddCommands } from '../../command-context.js';

export const addMaintenanceCommands: AddCommands = (
  maintenance,
  { terminal, readShop, withShop },
) => {
  for (const [verb, enabled, description] of [
    ['on', true, 'close the API'],
    ['off', false, 'open it again'],
    ['status', undefined, 'say how it is'],
  ] as const) {
    maintenance
      .command(verb)
      .description(description)
      .action(() =>
        (enabled === undefined ? readShop : withShop)(async (shop) => {
          const service = shop.get(MaintenanceService);
          if (enabled !== undefined) await service.set(enabled);
          const status = await service.status();
          terminal.item({ maintenance: status.enabled ? 'on' : 'off', since: status.changedAt });
        }),
      );
  }
};
