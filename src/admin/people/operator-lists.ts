import type { OperatorManagement } from '../../operators/management/operator-management.service.js';
import { isOperatorName } from '../../operators/people/operator-name.js';
import type { OperatorTokens } from '../../operators/tokens/operator-tokens.service.js';
import type { ListFile } from '../http/list-files.js';
import { idKey, pageOf, type ItemsPage, type PageQuery } from '../../operations/lists/page.js';
import { operatorShape, operatorTokenShape } from './operator-shapes.js';
import type { OperatorDto, OperatorTokenDto } from './operators.dto.js';

export const OPERATORS_FILE: ListFile = {
  permission: 'operators.read',
  columns: {
    id: 'plain',
    name: 'text',
    role: 'text',
    state: 'text',
    two_factor: 'plain',
    two_factor_required: 'plain',
    created_at: 'plain',
    disabled_at: 'plain',
  },
};

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

export const OPERATOR_TOKENS_FILE: ListFile = {
  permission: 'operators.read',
  columns: {
    id: 'plain',
    operator: 'text',
    label: 'text',
    role: 'text',
    scopes: 'json',
    created_at: 'plain',
    expires_at: 'plain',
    last_used_at: 'plain',
    last_used_from: 'plain',
    revoked_at: 'plain',
  },
};

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
