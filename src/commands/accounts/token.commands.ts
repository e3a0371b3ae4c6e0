import type { AccessToken } from '../../account/access/access-token.entity.js';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import { numericText } from '../../common/decimal.js';
import { TOKEN_HEADER } from '../../common/http/wire.js';
import {
  tokenIssue,
  tokenRevoke,
  tokenSet,
  type AccountTokenDto,
  type IssuedAccountTokenDto,
} from '../../operations/accounts/token.operations.js';
import { idArgument, type AddOwnCommands } from '../context/command-context.js';
import type { Row } from '../context/terminal.js';
import { addOperation } from '../operations/operation-command.js';

export const addTokenCommands: AddOwnCommands = (token, context) => {
  const { terminal, readShop } = context;
  addOperation(token, context, tokenIssue, {
    show: (answer) => {
      const { id, account_id: account, token: secret } = answer as IssuedAccountTokenDto;
      const text = `Token ${id} of account ${account}; it is shown this once.`;
      terminal.show(answer, `${text}\n${TOKEN_HEADER}: ${secret}`);
    },
  });

  token
    .command('list')
    .argument('<account>', 'account id', idArgument)
    .description('the tokens of an account, without the tokens themselves')
    .action((id: number) =>
      readShop(async (shop) => {
        const tokens = await shop.get(AccessTokenService).list(id);
        terminal.list(
          tokens.map(tokenRow),
          `Account ${id} has no token; see "souk token issue ${id}".`,
        );
      }),
    );

  addOperation(token, context, tokenSet, {
    show: async (_, shop, id) => {
      terminal.item(tokenRow(await shop.get(AccessTokenService).get(id)));
    },
  });

  addOperation(token, context, tokenRevoke, {
    show: (answer, _, id) => {
      const { account_id: account, family_id: family } = answer as AccountTokenDto;
      const others = family === null ? '' : `, with all of its family ${family}`;
      const text = `Token ${id} of account ${account} is revoked${others}.`;
      terminal.show({ id, account_id: account }, text);
    },
  });
};

function tokenRow(token: AccessToken): Row {
  return {
    id: token.id,
    created: token.createdAt,
    expires: token.expiresAt,
    last_used: token.lastUsedAt,
    last_used_from: token.lastUsedFrom,
    revoked: token.revokedAt,
    scopes: token.scopes.join(),
    ips: token.allowedIps.join(),
    daily_cap: token.dailyCap === null ? null : numericText(token.dailyCap),
    family: token.familyId,
    state: stateOf(token),
    label: token.label,
  };
}

function stateOf({ pending, revokedAt, expiresAt }: AccessToken): string {
  if (revokedAt !== null) return 'revoked';
  // It may be infinity, which is no Date.
  if (expiresAt !== null && Number(expiresAt) <= Date.now()) return 'expired';
  return pending ? 'successor, not used yet' : 'live';
}
