import { AccessTokenService } from '../../../account/access/access-token.service.js';
import { OperatorError } from '../../../common/app-error.js';
import { TOKEN_HEADER } from '../../../common/http/wire.js';
import { idArgument, type AddCommands } from '../../command-context.js';

const DAY_MS = 86_400_000;

export const addTokenCommands: AddCommands = (token, { terminal, readShop, withShop }) => {
  token
    .command('issue')
    .argument('<account>', 'account id', idArgument)
    .description('make a token; it is shown once')
    .option('--label <text>', 'to tell it from others')
    .option('--expires <when>', 'a date such as 2027-01-31, or days such as 90d')
    .action((id: number, options: { label?: string; expires?: string }) =>
      withShop(async (shop) => {
        const issued = await shop.get(AccessTokenService).issue(id, {
          ...(options.label !== undefined && { label: options.label }),
          ...(options.expires !== undefined && { expiresAt: expiryOf(options.expires) }),
        });
        terminal.show(
          issued,
          `Token ${issued.id} of account ${issued.accountId}; it is shown this once.\n${TOKEN_HEADER}: ${issued.token}`,
        );
      }),
    );

  token
    .command('list')
    .argument('<account>', 'account id', idArgument)
    .description('the tokens of an account, without the tokens themselves')
    .action((id: number) =>
      readShop(async (shop) => {
        const tokens = await shop.get(AccessTokenService).list(id);
        const rows = tokens.map(({ id, createdAt, expiresAt, lastUsedAt, revokedAt, label }) => ({
          id,
          created: createdAt,
          expires: expiresAt,
          last_used: lastUsedAt,
          revoked: revokedAt,
          label,
        }));
        terminal.list(rows, `Account ${id} has no token; see "souk token issue ${id}".`);
      }),
    );

  token
    .command('revoke')
    .argument('<token>', 'token id, see "souk token list"', idArgument)
    .description('end a token at once')
    .action((id: number) =>
      withShop(async (shop) => {
        const { accountId } = await shop.get(AccessTokenService).revoke(id);
        terminal.show({ id, accountId }, `Token ${id} of account ${accountId} is revoked.`);
      }),
    );
};

function expiryOf(text: string): Date {
  const days = /^(\d{1,5})d$/.exec(text);
  const expiry = days ? new Date(Date.now() + Number(days[1]) * DAY_MS) : new Date(text);
  if (Number.isNaN(expiry.getTime()) || expiry.getTime() <= Date.now()) {
    throw new OperatorError(
      `${JSON.stringify(text)} is no moment to come; write a date such as 2027-01-31, or 90d.`,
    );
  }
  return expiry;
}
