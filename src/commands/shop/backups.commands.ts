import { backupsConfirm, backupsMake } from '../../operations/shop/recovery.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addOperation } from '../operations/operation-command.js';

export const addBackupsCommands: AddOwnCommands = (backups, context) => {
  addOperation(backups, context, backupsMake, {
    description: 'make one now, where the nightly ones lie (BACKUP_DIR)',
  });
  addOperation(backups, context, backupsConfirm, {
    description: 'say that a copy, and the key that it needs, lie on another machine',
    said: 'Noted. It is asked again when the key is another one.',
  });
};
