import { operatorList } from '../../operations/people/operator.lists.js';
import {
  OPERATOR_SHAPE,
  operatorCreate,
  operatorDisable,
  operatorEnable,
  operatorInvite,
  operatorReset,
  operatorSet,
  operatorSignOut,
  type EndedSessionsDto,
  type InvitedOperatorDto,
} from '../../operations/people/operator.operations.js';
import { LinkAddress } from '../../people/links/link-address.js';
import { SIGN_IN_LINK_MINUTES } from '../../people/links/links.repository.js';
import { OperatorManagement } from '../../people/management/operator-management.service.js';
import { operatorName, type AddOwnCommands } from '../context/command-context.js';
import { addList } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { addOperatorTokenCommands } from './operator-token.commands.js';

export const addOperatorCommands: AddOwnCommands = (operator, context) => {
  const { terminal, withShop } = context;
  const show = (answer: object): void => {
    const { operator: one, link } = answer as InvitedOperatorDto;
    terminal.show(
      { ...one, link },
      `${one.name} (${one.role}) sets a password at this link, once and within 24 hours; it is shown this once.\n${link}`,
    );
  };
  addOperation(operator, context, operatorCreate, { arguments: ['name'], show });
  addOperation(operator, context, operatorInvite, { show });

  // A link that signs in is made at the terminal alone.
  operator
    .command('link')
    .argument('<name>', 'name of the operator')
    .description('a link that signs an operator in without the password, once and within minutes')
    .action((name: string) =>
      withShop(async (shop) => {
        const by = { actor: operatorName() };
        const { operator: of, link } = await shop.get(OperatorManagement).link(name, by);
        const url = shop.get(LinkAddress).of(link);
        terminal.show(
          { ...OPERATOR_SHAPE.of(of), link: url },
          `${of.name} (${of.role}) signs in at this link, once and within ${SIGN_IN_LINK_MINUTES} minutes; a second factor is asked for as ever. It is shown this once.\n${url}`,
        );
      }),
    );

  addOperation(operator, context, operatorReset, { show });
  addOperation(operator, context, operatorSet);
  addOperation(operator, context, operatorDisable);
  addOperation(operator, context, operatorEnable);
  addOperation(operator, context, operatorSignOut, {
    show: (answer, _, name) => {
      const { ended } = answer as EndedSessionsDto;
      terminal.show({ name, ended }, `${ended} sessions of ${name} are ended.`);
    },
  });
  addList(operator, context, operatorList, {
    description: 'who may sign in, and as what',
    whenEmpty: 'There is no operator; see "souk operator create --help".',
  });

  const token = operator.command('token').description('tokens of operators for programs');
  addOperatorTokenCommands(token, context);
};
