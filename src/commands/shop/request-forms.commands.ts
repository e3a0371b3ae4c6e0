import { requestFormsSet, requestFormsShow } from '../../operations/shop/maintenance.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addReading } from '../operations/list-command.js';
import { runTyped } from '../operations/operation-command.js';

const WHY_OFF = `
Give this before you go back to the release before, and then wait ten minutes before you start its
servers: each server knows it within a second, and clients send their last orders again meanwhile.
The release before would take another quantity or refuse (116) what was ordered in another form.`;

/** What is one setting elsewhere is two commands here. */
export const addRequestFormsCommands: AddOwnCommands = (forms, context) => {
  forms
    .command('on')
    .description('read them now, when no server of the release before runs any more')
    .action(() => runTyped(context, requestFormsSet, { on: true }));
  forms
    .command('off')
    .description('read none of them until they are turned on again')
    .addHelpText('after', WHY_OFF)
    .action(() => runTyped(context, requestFormsSet, { on: false }));
  addReading(forms, context, requestFormsShow, { description: 'say whether they are read' });
};
