import {
  operatorTokenCreate,
  operatorTokenRevoke,
  type IssuedOperatorTokenDto,
  type OperatorTokenDto,
} from '../../operations/people/operator-token.operations.js';
import { operatorTokenList } from '../../operations/people/operator.lists.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addList } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';

export const addOperatorTokenCommands: AddOwnCommands = (token, context) => {
  addOperation(token, context, operatorTokenCreate, {
    arguments: ['operator'],
    said: ({ id, operator, role, token: made }: IssuedOperatorTokenDto) =>
      `Token ${id} of ${operator} (${role}); it is shown this once.\nAuthorization: Bearer ${made}`,
  });
  addList(token, context, operatorTokenList, { whenEmpty: 'No operator has a token.' });
  addOperation(token, context, operatorTokenRevoke, {
    said: ({ id, operator }: OperatorTokenDto) => `Token ${id} of ${operator} is revoked.`,
  });
};
