import { nameOfActor } from '../../operators/people/operator-name.js';
import type { Permission } from '../../operators/permissions/permissions.js';
import { ROLES, type Role } from '../../operators/permissions/roles.js';
import type { ListedToken } from '../../operators/tokens/operator-tokens.repository.js';
import { OperatorTokens } from '../../operators/tokens/operator-tokens.service.js';
import { idArgument, operatorName, type AddCommands } from '../context/command-context.js';
import type { Row } from '../context/terminal.js';
import { expiryArgument, NEVER, roleArgument, scopesArgument } from './operator-arguments.js';

interface TokenOptions {
  readonly role?: Role;
  readonly scope?: Permission[];
  readonly label?: string;
  readonly expires: Date | typeof NEVER;
}

export const addOperatorTokenCommands: AddCommands = (token, { terminal, readShop, withShop }) => {
  const by = { actor: operatorName() };

  token
    .command('create')
    .argument('<operator>', 'name of the operator in whose name it works')
    .description('make a token; it is shown once')
    .option(
      '--role <role>',
      `one of ${ROLES.join(', ')}; by default that of the operator`,
      roleArgument,
    )
    .option(
      '--scope <list>',
      'permissions of docs/operators.md; by default all of the role',
      scopesArgument,
    )
    .option('--label <text>', 'to tell it from others')
    .requiredOption(
      '--expires <when>',
      'a date such as 2027-01-31, days such as 90d, or never',
      expiryArgument,
    )
    .action((operator: string, { role, scope: scopes, label, expires }: TokenOptions) =>
      withShop(async (shop) => {
        const expiresAt = expires === NEVER ? null : expires;
        const request = { operator, role, scopes, label, expiresAt };
        const issued = await shop.get(OperatorTokens).create(request, by);
        terminal.show(
          issued,
          `Token ${issued.id} of ${issued.operator} (${issued.role}); it is shown this once.\nAuthorization: Bearer ${issued.token}`,
        );
      }),
    );

  token
    .command('list')
    .description('the tokens of all operators, without the tokens themselves')
    .action(() =>
      readShop(async (shop) => {
        const tokens = await shop.get(OperatorTokens).list();
        terminal.list(tokens.map(rowOf), 'No operator has a token.');
      }),
    );

  token
    .command('revoke')
    .argument('<token>', 'token id, see "souk operator token list"', idArgument)
    .description('end a token at once')
    .action((id: number) =>
      withShop(async (shop) => {
        const operator = nameOfActor((await shop.get(OperatorTokens).revoke(id, by)).actor);
        terminal.show({ id, operator }, `Token ${id} of ${operator} is revoked.`);
      }),
    );
};

function rowOf({ actor, revokedAt, expiresAt, scopes, ...token }: ListedToken): Row {
  return {
    id: token.id,
    operator: nameOfActor(actor),
    role: token.role,
    scopes: scopes === null ? 'all' : scopes.join(),
    created: token.createdAt,
    expires: expiresAt,
    last_used: token.lastUsedAt,
    last_used_from: token.lastUsedFrom,
    revoked: revokedAt,
    label: token.label,
  };
}
