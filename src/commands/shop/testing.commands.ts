import {
  testingAdd,
  testingRemove,
  type TestProductsDto,
} from '../../operations/catalog/built-in.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addOperation } from '../operations/operation-command.js';

export const addTestingCommands: AddOwnCommands = (testing, context) => {
  const { terminal } = context;
  addOperation(testing, context, testingAdd, {
    description: 'add one product for each outcome; see "souk account set --testing on"',
    show: (answer) => {
      terminal.list((answer as TestProductsDto).items, '');
    },
  });
  addOperation(testing, context, testingRemove, { said: 'The test products are gone.' });
};
