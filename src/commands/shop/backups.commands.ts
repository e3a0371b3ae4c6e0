import type { AddCommands } from '../context/command-context.js';
import { noteChanged } from '../context/noted-change.js';
import { NightlyStateRepository } from '../../operator/nightly/nightly-state.repository.js';

export const addBackupsCommands: AddCommands = (backups, { terminal, withShop }) => {
  backups
    .command('confirm')
    .description('say that a copy, and the key that it needs, lie on another machine')
    .action(() =>
      withShop(async (shop) => {
        const { before, after } = await shop.get(NightlyStateRepository).confirm();
        noteChanged(shop, { ...before }, { ...after });
        terminal.show(after, 'Noted. It is asked again when the key is another one.');
      }),
    );
};
