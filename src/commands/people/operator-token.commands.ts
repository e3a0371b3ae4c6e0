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
  const { terminal } = context;
  addOperation(token, context, operatorTokenCreate, {
    arguments: ['operator'],
    show: (answer) => {
      const { id, operator, role, token: made } = answer as IssuedOperatorTokenDto;
      terminal.show(
        answer,
        `Token ${id} of ${operator} (${role}); it is shown this once.\nAuthorization: Bearer ${made}`,
      );
    },
  });
  addList(token, context, operatorTokenList, { whenEmpty: 'No operator has a token.' });
  addOperation(token, context, operatorTokenRevoke, {
    show: (answer) => {
      const { id, operator } = answer as OperatorTokenDto;
      terminal.show(answer, `Token ${id} of ${operator} is revoked.`);
    },
  });
};
