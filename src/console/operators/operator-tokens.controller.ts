import {
  operatorTokenCreate,
  operatorTokenRevoke,
  type IssuedOperatorTokenDto,
} from '../../operations/people/operator-token.operations.js';
import { operatorTokenList } from '../../operations/people/operator.lists.js';
import { ShopPermissions } from '../../people/permissions/shop-permissions.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import { timeInUtc } from '../http/parameters.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { operatorTokensPage } from './operator-tokens-page.js';
import { issuedTokenPage } from './shown-once-pages.js';

const TOKENS = 'operator-tokens';

/** Tokens by which programs work in the name of an operator. */
@ConsoleController(TOKENS)
@ListPage(operatorTokenList, {
  '': {
    operation: operatorTokenCreate,
    done: 'created',
    input: givenIn,
    shows: (_, visit) => (made) => issuedTokenPage(visit, made as IssuedOperatorTokenDto),
  },
  ':id/revoke': { operation: operatorTokenRevoke, done: 'revoked', to: () => TOKENS },
})
export class OperatorTokensController {
  constructor(private readonly permissions: ShopPermissions) {}

  shown(visit: Visit, listed: Listed<typeof operatorTokenList>): Page {
    return operatorTokensPage(visit, listed, this.permissions);
  }
}

/** What was typed, as the admin API takes it. No permission that is ticked stands for all of the role. */
function givenIn(form: FormValues, { visit }: { readonly visit: Visit }): object {
  const scopes = form.all('scopes');
  const day = form.text('expires_at');
  return {
    ...form.given('operator', 'role', 'label'),
    ...(scopes.length > 0 && { scopes }),
    expires_at: day === '' ? null : timeInUtc(`${day}T00:00`, visit.conventions.timeZone),
  };
}
