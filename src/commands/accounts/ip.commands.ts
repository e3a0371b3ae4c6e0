import {
  ipAdd,
  ipRemove,
  type AllowedIpsDto,
} from '../../operations/accounts/allowed-ip.operations.js';
import { ipList } from '../../operations/accounts/token.lists.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';

export const addIpCommands: AddOwnCommands = (ip, context) => {
  const { terminal } = context;
  const show = (answer: object, _: unknown, id: number): void => {
    const ranges = (answer as AllowedIpsDto).items.map(({ range }) => range);
    const from = ranges.length === 0 ? 'everywhere' : ranges.join(', ');
    terminal.show(answer, `Account ${id} may call from ${from}.`);
  };
  addOperation(ip, context, ipAdd, { arguments: ['range'], show });
  addOperation(ip, context, ipRemove, { arguments: ['range'], show });

  addReading(ip, context, ipList, { show, description: 'the addresses of an account' });
};
