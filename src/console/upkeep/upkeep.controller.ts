import { Get } from '@nestjs/common';
import { sentence } from '../../common/sentence.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import {
  ledgerVerify,
  LedgerVerificationQuery,
} from '../../operations/accounts/ledger-verification.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { BackupAdmin } from '../../admin/shop/backup-admin.service.js';
import { requestFormsSet, requestFormsShow } from '../../operations/shop/maintenance.operations.js';
import {
  backupsConfirm,
  settle,
  type SettlementDto,
} from '../../operations/shop/recovery.operations.js';
import type { ThingId } from '../../operations/operation.js';
import type { FormFault } from '../../pages/form.js';
import {
  demoRemove,
  testingAdd,
  testingRemove,
} from '../../operations/catalog/built-in.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { DemoShopService } from '../../upkeep/demo-shop.service.js';
import {
  demoQuestion,
  FORMS_FIELD,
  settledPage,
  UNDERSTOOD_FIELD,
  UPKEEP,
  upkeepPage,
  verdictPage,
} from './upkeep-pages.js';

/** What is seldom done to a shop: test products, the demo shop, verifying ledgers, and after a recovery. */
@ConsoleController(UPKEEP)
@PageWithForms<UpkeepController>('ledger.verify', {
  'test-products': { operation: testingAdd, done: 'added' },
  'test-products/remove': { operation: testingRemove, done: 'removed' },
  'demo-shop/remove': {
    operation: demoRemove,
    done: 'demo',
    question: async ({ demo }, visit) => ((await demo.exists()) ? demoQuestion(visit) : undefined),
  },
  'backups/confirm': { operation: backupsConfirm, done: 'confirmed' },
  'request-forms': {
    operation: requestFormsSet,
    done: 'forms',
    input: (form) => ({ on: form.text(FORMS_FIELD) === 'on' }),
  },
  settle: {
    operation: settle,
    done: 'settled',
    input: assertUnderstood,
    // Its answer is the last one to the session.
    shows: (_, visit) => (answer) => settledPage(visit, answer as SettlementDto),
  },
})
export class UpkeepController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly backups: BackupAdmin,
    readonly demo: DemoShopService,
  ) {}

  @Get('verification')
  @NeedsPermission('ledger.verify')
  async verify(@CurrentVisit() visit: Visit): Promise<Page> {
    try {
      const query = checkedInput(
        LedgerVerificationQuery,
        parametersOf(visit.query, ['account_id']),
      );
      return verdictPage(visit, await this.lists.read(ledgerVerify, visit, query));
    } catch (error) {
      return this.shown(visit, formFault(error));
    }
  }

  page(visit: Visit, _?: ThingId, refused?: RefusedForm<string>): Promise<Page> {
    return this.shown(visit, refused?.state.fault);
  }

  private async shown(visit: Visit, fault?: FormFault): Promise<Page> {
    const owners = visit.caller.may('settings.edit')
      ? {
          backups: await this.backups.state(),
          forms: await this.lists.read(requestFormsShow, visit, {}),
        }
      : undefined;
    return upkeepPage(visit, owners, fault);
  }
}

/** @throws ProblemError unless the box was ticked */
function assertUnderstood(form: FormValues): object {
  if (form.has(UNDERSTOOD_FIELD)) return {};
  throw new ProblemError('invalid', ...sentence('form.box-unticked'));
}
