import { Get, Post } from '@nestjs/common';
import { messageKey } from '../../common/message-key.js';
import { CurrentTimeLimit } from '../../admin/access/caller.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { DeclaredLists } from '../../admin/operations/declared-lists.service.js';
import {
  ledgerVerify,
  LedgerVerificationQuery,
} from '../../operations/accounts/ledger-verification.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { BackupAdmin } from '../../admin/shop/backup-admin.service.js';
import { RequestFormsAdmin } from '../../admin/shop/request-forms-admin.service.js';
import { ShopAdmin } from '../../admin/shop/shop-admin.service.js';
import type { FormFault } from '../../pages/form.js';
import {
  demoRemove,
  testingAdd,
  testingRemove,
} from '../../operations/catalog/built-in.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf, formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import {
  FORMS_FIELD,
  settledPage,
  UNDERSTOOD_FIELD,
  UPKEEP,
  upkeepPage,
  verdictPage,
} from './upkeep-pages.js';

/** What is seldom done to a shop: test products, the demo shop, verifying ledgers, and after a recovery. */
@ConsoleController(UPKEEP)
@OperationForms({
  'test-products': { operation: testingAdd, done: 'added' },
  'test-products/remove': { operation: testingRemove, done: 'removed' },
  'demo-shop/remove': { operation: demoRemove, done: 'demo' },
})
export class UpkeepController {
  constructor(
    private readonly lists: DeclaredLists,
    private readonly shop: ShopAdmin,
    private readonly backups: BackupAdmin,
    private readonly requestForms: RequestFormsAdmin,
    readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('ledger.verify')
  show(@CurrentVisit() visit: Visit): Promise<Page> {
    return this.shown(visit);
  }

  @Post('backups/confirm')
  @NeedsPermission('settings.edit')
  confirmBackups(@CurrentVisit() visit: Visit): Promise<Page | SeeOther> {
    return this.changed(visit, 'confirmed', () => this.backups.confirm(visit.caller.author));
  }

  @Post('request-forms')
  @NeedsPermission('settings.edit')
  setRequestForms(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const isOn = form.text(FORMS_FIELD) === 'on';
    return this.changed(visit, 'forms', () => this.requestForms.set(isOn, visit.caller.author));
  }

  @Get('verification')
  @NeedsPermission('ledger.verify')
  async verify(
    @CurrentVisit() visit: Visit,
    @CurrentTimeLimit() signal: AbortSignal,
  ): Promise<Page> {
    try {
      const query = checkedInput(
        LedgerVerificationQuery,
        parametersOf(visit.query, ['account_id']),
      );
      return verdictPage(
        visit,
        await this.lists.read(ledgerVerify, { id: 0, query, caller: visit.caller, signal }),
      );
    } catch (error) {
      return this.shown(visit, formFault(error));
    }
  }

  /** Its answer is the last one to the session. */
  @Post('settle')
  @NeedsPermission('maintenance.settle')
  async settle(@CurrentVisit() visit: Visit, @CurrentForm() form: FormValues): Promise<Page> {
    try {
      if (!form.has(UNDERSTOOD_FIELD))
        throw new ProblemError('invalid', 'Tick the box first.', {
          messageKey: messageKey('form.box-unticked', {}),
        });
      return settledPage(visit, await this.shop.settle(visit.caller.author));
    } catch (error) {
      return this.shown(visit, formFault(error));
    }
  }

  private async changed(
    visit: Visit,
    done: string,
    change: () => Promise<unknown>,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(change);
    return fault ? this.shown(visit, fault) : new SeeOther(UPKEEP, { done });
  }

  page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    return this.shown(visit, refused?.state.fault);
  }

  private async shown(visit: Visit, fault?: FormFault): Promise<Page> {
    const owners = visit.caller.may('settings.edit')
      ? { backups: await this.backups.state(), forms: await this.requestForms.status() }
      : undefined;
    return upkeepPage(visit, owners, fault);
  }
}
