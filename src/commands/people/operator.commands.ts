import type { Command } from 'commander';
import { LinkAddress } from '../../operators/links/link-address.js';
import { SIGN_IN_LINK_MINUTES } from '../../operators/links/links.repository.js';
import {
  OperatorManagement,
  type InvitedOperator,
} from '../../operators/management/operator-management.service.js';
import type { Operator, OperatorChange } from '../../operators/people/operators.repository.js';
import { ROLES, type Role } from '../../operators/permissions/roles.js';
import { OperatorError } from '../../common/app-error.js';
import {
  operatorName,
  switchArgument,
  type AddCommands,
  type OpenShop,
} from '../context/command-context.js';
import type { Row, Terminal } from '../context/terminal.js';
import { roleArgument } from './operator-arguments.js';
import { addOperatorTokenCommands } from './operator-token.commands.js';

export const addOperatorCommands: AddCommands = (operator, context) => {
  const { terminal, readShop, withShop } = context;
  const by = { actor: operatorName() };
  const named = (name: string, description: string): Command =>
    operator.command(name).argument('<name>', 'name of the operator').description(description);

  named('create', 'make an operator, and a link by which it sets its password')
    .requiredOption('--role <role>', `one of ${ROLES.join(', ')}`, roleArgument)
    .action((name: string, { role }: { role: Role }) =>
      withShop(async (shop) => {
        showLink(shop, terminal, await shop.get(OperatorManagement).create(name, role, by));
      }),
    );

  named('invite', 'a new link for an operator that has no password yet').action((name: string) =>
    withShop(async (shop) => {
      showLink(shop, terminal, await shop.get(OperatorManagement).invite(name, by));
    }),
  );

  named(
    'link',
    'a link that signs an operator in without the password, once and within minutes',
  ).action((name: string) =>
    withShop(async (shop) => {
      const { operator: of, link } = await shop.get(OperatorManagement).link(name, by);
      const url = shop.get(LinkAddress).of(link);
      terminal.show(
        { ...rowOf(of), link: url },
        `${of.name} (${of.role}) signs in at this link, once and within ${SIGN_IN_LINK_MINUTES} minutes; a second factor is asked for as ever. It is shown this once.\n${url}`,
      );
    }),
  );

  named('reset', 'take password and second factor away, end all sessions, and make a link').action(
    (name: string) =>
      withShop(async (shop) => {
        showLink(shop, terminal, await shop.get(OperatorManagement).reset(name, by));
      }),
  );

  named('set', 'change the role, or whether the second factor is required')
    .option('--role <role>', `one of ${ROLES.join(', ')}`, roleArgument)
    .option('--require-two-factor <on|off>', 'demand it at the next sign-in', switchArgument)
    .action((name: string, options: { role?: Role; requireTwoFactor?: boolean }) =>
      withShop(async (shop) => {
        const { role, requireTwoFactor: twoFactorRequired } = options;
        const change: OperatorChange = {
          ...(role !== undefined && { role }),
          ...(twoFactorRequired !== undefined && { twoFactorRequired }),
        };
        if (Object.keys(change).length === 0) {
          throw new OperatorError('Say what to set; see "souk operator set --help".');
        }
        terminal.item(rowOf(await shop.get(OperatorManagement).set(name, change, by)));
      }),
    );

  named('disable', 'end its sessions and refuse its tokens, at once').action((name: string) =>
    withShop(async (shop) => {
      terminal.item(rowOf(await shop.get(OperatorManagement).disable(name, by)));
    }),
  );

  named('enable', 'let a disabled operator sign in again').action((name: string) =>
    withShop(async (shop) => {
      terminal.item(rowOf(await shop.get(OperatorManagement).enable(name, by)));
    }),
  );

  named('sign-out', 'end all sessions of an operator').action((name: string) =>
    withShop(async (shop) => {
      const ended = await shop.get(OperatorManagement).signOut(name, by);
      terminal.show({ name, ended }, `${ended} sessions of ${name} are ended.`);
    }),
  );

  operator
    .command('list')
    .description('who may sign in, and as what')
    .action(() =>
      readShop(async (shop) => {
        const operators = await shop.get(OperatorManagement).list();
        terminal.list(
          operators.map(rowOf),
          'There is no operator; see "souk operator create --help".',
        );
      }),
    );

  const token = operator.command('token').description('tokens of operators for programs');
  addOperatorTokenCommands(token, context);
};

function showLink(shop: OpenShop, terminal: Terminal, { operator, link }: InvitedOperator): void {
  const url = shop.get(LinkAddress).of(link);
  terminal.show(
    { ...rowOf(operator), link: url },
    `${operator.name} (${operator.role}) sets a password at this link, once and within 24 hours; it is shown this once.\n${url}`,
  );
}

function rowOf(operator: Operator): Row {
  const { id, name, role, hasPassword, twoFactor, twoFactorRequired, createdAt } = operator;
  return {
    id,
    name,
    role,
    state: stateOf(operator),
    password: hasPassword,
    two_factor: twoFactor,
    two_factor_required: twoFactorRequired,
    since: createdAt,
  };
}

function stateOf({ disabledAt, hasPassword }: Operator): string {
  if (disabledAt) return 'disabled';
  return hasPassword ? 'active' : 'invited';
}
