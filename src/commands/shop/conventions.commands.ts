import { conventionsSet, conventionsShow } from '../../operations/shop/convention.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { LANGUAGE_FLAGS, languageGiven } from '../context/typed-language.js';
import { addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';

export const addConventionsCommands: AddOwnCommands = (conventions, context) => {
  addReading(conventions, context, conventionsShow, { description: 'show them' });
  addOperation(conventions, context, conventionsSet, {
    description: 'set them; operators may choose others for themselves in the console',
    own: {
      fields: ['language'],
      add: (command) => command.option(LANGUAGE_FLAGS, 'of pages and mails, such as tr'),
      read: languageGiven,
    },
  });
};
