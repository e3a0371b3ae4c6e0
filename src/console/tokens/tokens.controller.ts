import { Get, Post } from '@nestjs/common';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import { AccountService } from '../../account/account.service.js';
import { AccessAdmin } from '../../admin/accounts/access-admin.service.js';
import {
  NewAccountTokenDto,
  type AccountTokenPageDto,
} from '../../admin/accounts/account-access.dto.js';
import { accountTokenPage, TOKENS_FILE } from '../../admin/accounts/account-lists.js';
import { accountShape } from '../../admin/accounts/account-shapes.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery } from '../../admin/http/page.js';
import { PathId } from '../../admin/http/path-parts.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { tokenSettingsIn, typedToken, type TokenFormState } from './token-parts.js';
import { issuedPage, tokensPage } from './tokens-page.js';

/** As the field of a browser writes a time; seconds are left out where they are 0. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/;

/** The tokens of an account, and issuing one. */
@ConsoleController('accounts/:account/tokens')
export class TokensController {
  constructor(
    private readonly accounts: AccountService,
    private readonly tokens: AccessTokenService,
    private readonly changes: AccessAdmin,
    private readonly files: ListFiles,
  ) {}

  @Get()
  @NeedsPermission('tokens.read')
  list(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page | Download> {
    const query = checked(ListQuery, parametersOf(visit.query, LIST_PARAMETERS));
    const answer = this.files.answer(TOKENS_FILE, query, visit.caller, (part) =>
      accountTokenPage(this.tokens, id, part),
    );
    return pageOrFile(answer, `tokens-${id}`, (tokens) => this.page(visit, id, tokens));
  }

  @Post()
  @NeedsPermission('tokens.issue')
  async issue(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page> {
    try {
      const asked = checked(NewAccountTokenDto, {
        ...tokenSettingsIn(form),
        ...form.given('label'),
        ...expiryIn(form),
      });
      const issued = await this.changes.issue(id, asked, visit.caller.author);
      return issuedPage(visit, accountShape(await this.accounts.get(id)), issued);
    } catch (error) {
      const tokens = await accountTokenPage(this.tokens, id, {});
      return this.page(visit, id, tokens, { ...typedToken(form), fault: formFault(error) });
    }
  }

  private async page(
    visit: Visit,
    id: number,
    tokens: AccountTokenPageDto,
    issue?: TokenFormState,
  ): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    return tokensPage(visit, { account, tokens }, issue);
  }
}

/** The time of the form, which is one of UTC. */
function expiryIn(form: FormValues): object {
  const text = form.text('expires_at');
  if (text === '') return {};
  const [, minute, seconds = ':00'] = LOCAL_TIME.exec(text) ?? [];
  return { expires_at: minute === undefined ? text : `${minute}${seconds}Z` };
}
