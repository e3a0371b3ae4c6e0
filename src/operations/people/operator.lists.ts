import { OperatorManagement } from '../../people/management/operator-management.service.js';
import { isOperatorName } from '../../people/operators/operator-name.js';
import { OperatorTokens } from '../../people/tokens/operator-tokens.service.js';
import { list } from '../lists/list.js';
import { byId } from '../lists/page.js';
import { reading, type AskedReading } from '../reading.js';
import { OPERATOR_TOKEN_SHAPE } from './operator-token.operations.js';
import { OPERATOR_SHAPE } from './operator.operations.js';

export const operatorList = list({
  name: 'operator list',
  operationId: 'operators',
  summary: 'the operators, by name',
  permission: 'operators.read',
  route: 'GET operators',
  item: OPERATOR_SHAPE,
  rows: ({ services }) => ({
    name: 'operators',
    read: (after: string | undefined, limit) => services(OperatorManagement).page(after, limit),
    keyOf: ({ name }) => [name],
    parseKey: ([name = '']) => (isOperatorName(name) ? name : undefined),
  }),
});

export const operatorShow = reading({
  name: 'operator show',
  operationId: 'operator',
  summary: 'one operator',
  permission: 'operators.read',
  route: 'GET operators/:name',
  of: 'operator',
  shape: OPERATOR_SHAPE,
  read: ({ services, id: name }: AskedReading<string>) => services(OperatorManagement).get(name),
});

export const operatorTokenList = list({
  name: 'operator token list',
  operationId: 'operator-tokens',
  summary: 'the tokens of all operators, without the tokens themselves',
  permission: 'operators.read',
  route: 'GET operator-tokens',
  item: OPERATOR_TOKEN_SHAPE,
  rows: ({ services }) =>
    byId('operator-tokens', (after, limit) => services(OperatorTokens).page(after, limit)),
});
