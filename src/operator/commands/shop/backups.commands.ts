import type { AddCommands } from '../../command-context.js';
import { noteChanged } from '../../noted-change.js';
import { NightlyStateRepository } from '../../nightly/nightly-state.repository.js';

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
