import { TOKEN_HEADER } from '../../common/http/wire.js';
import {
  tokenIssue,
  tokenRevoke,
  tokenSet,
  type AccountTokenDto,
  type IssuedAccountTokenDto,
} from '../../operations/accounts/token.operations.js';
import { tokenList } from '../../operations/accounts/token.lists.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addList } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';

export const addTokenCommands: AddOwnCommands = (token, context) => {
  const { terminal } = context;
  addOperation(token, context, tokenIssue, {
    said: ({ id, account_id: account, token: secret }: IssuedAccountTokenDto) =>
      `Token ${id} of account ${account}; it is shown this once.\n${TOKEN_HEADER}: ${secret}`,
  });

  addList(token, context, tokenList, {
    whenEmpty: 'The account has no token; see "souk token issue".',
  });
  addOperation(token, context, tokenSet);
  addOperation(token, context, tokenRevoke, {
    show: (answer, _, id) => {
      const { account_id: account, family_id: family } = answer as AccountTokenDto;
      const others = family === null ? '' : `, with all of its family ${family}`;
      const text = `Token ${id} of account ${account} is revoked${others}.`;
      terminal.show({ id, account_id: account }, text);
    },
  });
};
