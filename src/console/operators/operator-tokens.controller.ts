import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import {
  operatorTokenCreate,
  operatorTokenRevoke,
  type IssuedOperatorTokenDto,
} from '../../operations/people/operator-token.operations.js';
import { operatorTokenList } from '../../operations/people/operator.lists.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import { mainState, type RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { operatorTokensPage } from './operator-tokens-page.js';
import { issuedTokenPage } from './shown-once-pages.js';

const TOKENS = 'operator-tokens';

/** Tokens by which programs work in the name of an operator. */
@ConsoleController(TOKENS)
@OperationForms<OperatorTokensController>({
  '': {
    operation: operatorTokenCreate,
    done: 'created',
    input: givenIn,
    shows: (_, visit) => (made) => issuedTokenPage(visit, made as IssuedOperatorTokenDto),
  },
  ':id/revoke': { operation: operatorTokenRevoke, done: 'revoked', to: () => TOKENS },
})
export class OperatorTokensController {
  constructor(private readonly lists: ConsoleLists) {}

  @Get()
  @NeedsPermission('operators.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(operatorTokenList, visit, (found) =>
      operatorTokensPage(visit, {}, found),
    );
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const found = await this.lists.first(operatorTokenList, visit);
    return operatorTokensPage(visit, mainState(refused), found);
  }
}

/** What was typed, as the admin API takes it. No permission that is ticked stands for all of the role. */
function givenIn(form: FormValues): object {
  const scopes = form.all('scopes');
  const day = form.text('expires_at');
  return {
    ...form.given('operator', 'role', 'label'),
    ...(scopes.length > 0 && { scopes }),
    expires_at: day === '' ? null : `${day}T00:00:00Z`,
  };
}
