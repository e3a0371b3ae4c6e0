import type { OperatorManagement } from '../../operators/management/operator-management.service.js';
import { isOperatorName } from '../../operators/people/operator-name.js';
import type { OperatorTokens } from '../../operators/tokens/operator-tokens.service.js';
import { idKey, pageOf, type ItemsPage, type PageQuery } from '../http/page.js';
import { operatorShape, operatorTokenShape } from './operator-shapes.js';
import type { OperatorDto, OperatorTokenDto } from './operators.dto.js';

/** A page of the operators, by name. */
export function operatorPage(
  operators: OperatorManagement,
  query: PageQuery,
): Promise<ItemsPage<OperatorDto>> {
  return pageOf(
    {
      name: 'operators',
      read: (after: string | undefined, limit) => operators.page(after, limit),
      keyOf: ({ name }) => [name],
      parseKey: ([name = '']) => (isOperatorName(name) ? name : undefined),
    },
    query,
    operatorShape,
  );
}

/** A page of the tokens of all operators, by id. */
export function operatorTokenPage(
  tokens: OperatorTokens,
  query: PageQuery,
): Promise<ItemsPage<OperatorTokenDto>> {
  return pageOf(
    {
      name: 'operator-tokens',
      read: (after: number | undefined, limit) => tokens.page(after ?? 0, limit),
      keyOf: ({ id }) => [String(id)],
      parseKey: idKey,
    },
    query,
    operatorTokenShape,
  );
}
