import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathId } from '../../admin/http/path-parts.js';
import { operatorTokenPage, OPERATOR_TOKENS_FILE } from '../../admin/people/operator-lists.js';
import { NewOperatorTokenDto } from '../../admin/people/operators.dto.js';
import { OperatorTokens } from '../../operators/tokens/operator-tokens.service.js';
import { OnceOnlyChanges } from '../../admin/requests/once-only.service.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentFormKey } from '../http/form-key.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { operatorTokensPage, type OperatorTokenState } from './operator-tokens-page.js';
import { issuedTokenPage } from './shown-once-pages.js';

/** Tokens by which programs work in the name of an operator. */
@ConsoleController('operator-tokens')
export class OperatorTokensController {
  constructor(
    private readonly tokens: OperatorTokens,
    private readonly files: ListFiles,
    private readonly onceOnly: OnceOnlyChanges,
  ) {}

  @Get()
  @NeedsPermission('operators.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const query = checkedInput(ListQuery, parametersOf(visit.query, LIST_PARAMETERS));
    const answer = this.files.answer(OPERATOR_TOKENS_FILE, query, visit.caller, (part) =>
      operatorTokenPage(this.tokens, part),
    );
    return pageOrFile(answer, 'operator-tokens', (found) => operatorTokensPage(visit, {}, found));
  }

  @Post()
  @NeedsPermission('operators.edit')
  async create(
    @CurrentVisit() visit: Visit,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page> {
    try {
      const { expires_at: expires, ...request } = checkedInput(NewOperatorTokenDto, givenIn(form));
      const expiresAt = expires === null ? null : new Date(expires);
      const asked = { ...request, expiresAt };
      const create = () => this.tokens.create(asked, visit.caller.author);
      return issuedTokenPage(visit, await this.onceOnly.runUnlessSent(key, create));
    } catch (error) {
      const typed = { values: form.shown, scopes: form.all('scopes') };
      return this.page(visit, { ...typed, fault: formFault(error) });
    }
  }

  @Post(':id/revoke')
  @NeedsPermission('operators.edit')
  async revoke(@CurrentVisit() visit: Visit, @PathId('id') id: number): Promise<SeeOther> {
    await this.tokens.revoke(id, visit.caller.author);
    return new SeeOther('operator-tokens', { done: 'revoked' });
  }

  private async page(visit: Visit, state: OperatorTokenState): Promise<Page> {
    return operatorTokensPage(visit, state, await operatorTokenPage(this.tokens, {}));
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
