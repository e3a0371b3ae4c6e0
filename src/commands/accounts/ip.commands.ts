import { AllowedIpService } from '../../account/access/allowed-ip.service.js';
import {
  ipAdd,
  ipRemove,
  type AllowedIpsDto,
} from '../../operations/accounts/allowed-ip.operations.js';
import { idArgument, type AddOwnCommands } from '../context/command-context.js';
import { addOperation } from '../operations/operation-command.js';

export const addIpCommands: AddOwnCommands = (ip, context) => {
  const { terminal, readShop } = context;
  const show = (answer: object, _: unknown, id: number): void => {
    const ranges = (answer as AllowedIpsDto).items.map(({ range }) => range);
    const from = ranges.length === 0 ? 'everywhere' : ranges.join(', ');
    terminal.show({ account: id, ranges }, `Account ${id} may call from ${from}.`);
  };
  addOperation(ip, context, ipAdd, { arguments: ['range'], show });
  addOperation(ip, context, ipRemove, { arguments: ['range'], show });

  ip.command('list')
    .argument('<account>', 'account id', idArgument)
    .description('the addresses of an account')
    .action((id: number) =>
      readShop(async (shop) => {
        const ips = await shop.get(AllowedIpService).list(id);
        const rows = ips.map(({ range, createdAt }) => ({ range, added: createdAt }));
        terminal.list(rows, `Account ${id} may call from everywhere.`);
      }),
    );
};
