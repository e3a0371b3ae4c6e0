import { Get, HttpCode, Post } from '@nestjs/common';
import { sentence } from '../../common/sentence.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import {
  ledgerVerify,
  LedgerVerificationQuery,
} from '../../operations/accounts/ledger-verification.js';
import { receiptsCheck, type CheckedReceiptsDto } from '../../operations/accounts/receipt-check.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { BackupAdmin, type ProvenOperator } from '../../admin/shop/backup-admin.service.js';
import {
  demoRemove,
  testingAdd,
  testingRemove,
} from '../../operations/catalog/built-in.operations.js';
import { erasureAdd, erasureList } from '../../operations/orders/erasure.operations.js';
import { requestFormsSet, requestFormsShow } from '../../operations/shop/maintenance.operations.js';
import {
  backupsConfirm,
  backupsMake,
  settle,
  type MadeBackupDto,
  type SettlementDto,
} from '../../operations/shop/recovery.operations.js';
import type { ThingId } from '../../operations/operation.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { wordsOf } from '../../pages/words.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import { presentPasswordFault } from '../sign-in/sign-in-fault.js';
import { SignInOrigins } from '../sign-in/sign-in-origin.js';
import { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { DemoShopService } from '../../upkeep/demo-shop.service.js';
import { secretKeysPage, UPKEEP } from './backups-card.js';
import {
  checkedPage,
  FORMS_FIELD,
  settledPage,
  UNDERSTOOD_FIELD,
  upkeepPage,
  verdictPage,
} from './upkeep-pages.js';

const SHOWN_ERASURES = '10';

/** What is seldom done to a shop: test products, the demo shop, verifying ledgers, and after a recovery. */
@ConsoleController(UPKEEP)
@PageWithForms<UpkeepController>('ledger.verify', {
  'test-products': { operation: testingAdd, done: 'added' },
  'test-products/remove': { operation: testingRemove, done: 'removed' },
  'demo-shop/remove': {
    operation: demoRemove,
    done: 'demo',
    question: async ({ demo }, { language }) => {
      const { removeDemo: title, demoWarning: warning } = wordsOf(language, 'upkeep');
      return (await demo.exists()) ? { title, warning } : undefined;
    },
  },
  backups: { operation: backupsMake, done: (made) => ({ done: (made as MadeBackupDto).state }) },
  'backups/confirm': { operation: backupsConfirm, done: 'confirmed' },
  'request-forms': {
    operation: requestFormsSet,
    done: 'forms',
    input: (form) => ({ on: form.text(FORMS_FIELD) === 'on' }),
  },
  erasures: { operation: erasureAdd, done: 'erasing' },
  receipts: {
    operation: receiptsCheck,
    done: '',
    shows: (_, visit) => (answer) => checkedPage(visit, answer as CheckedReceiptsDto),
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
    private readonly origins: SignInOrigins,
    readonly demo: DemoShopService,
  ) {}

  @Get('verification')
  @NeedsPermission('ledger.verify')
  async verify(@CurrentVisit() visit: Visit): Promise<Page> {
    try {
      const asked = parametersOf(visit.query, ['account_id']);
      const query = checkedInput(LedgerVerificationQuery, asked);
      return verdictPage(visit, await this.lists.read(ledgerVerify, visit, query));
    } catch (error) {
      return this.page(visit, 0, { name: 'verification', state: { fault: formFault(error) } });
    }
  }

  /** A file and a secret, which no program is given: they take the password of a person. */
  @Post('backups/download')
  @HttpCode(200)
  @NeedsPermission('backups.download')
  download(@Sent() sent: SentForm): Promise<Page | Download> {
    return this.proven(sent, 'download', async (by) => {
      const { name, content } = await this.backups.download(by);
      return new Download(name, content);
    });
  }

  @Post('backups/key')
  @NeedsPermission('backups.download')
  secretKeys(@Sent() sent: SentForm): Promise<Page | Download> {
    return this.proven(sent, 'key', async (by) =>
      secretKeysPage(sent.visit, await this.backups.secretKeys(by)),
    );
  }

  private async proven(
    { visit, form, request }: SentForm,
    name: string,
    answer: (by: ProvenOperator) => Promise<Page | Download>,
  ): Promise<Page | Download> {
    const origin = this.origins.of(request);
    try {
      return await answer({ session: visit.session, password: form.exact('present'), origin });
    } catch (error) {
      const state = { fault: presentPasswordFault(error, visit.language) };
      return this.page(visit, 0, { name, state });
    }
  }

  async page(visit: Visit, _?: ThingId, refused?: RefusedForm<string>): Promise<Page> {
    const owners = visit.caller.may('settings.edit')
      ? {
          backups: await this.backups.state(),
          place: this.backups.place,
          forms: await this.lists.read(requestFormsShow, visit, {}),
          erasures: await this.lists.first(erasureList, visit, 0, { limit: SHOWN_ERASURES }),
          refused,
        }
      : undefined;
    return upkeepPage(visit, owners, refused);
  }
}

/** @throws ProblemError unless the box was ticked */
function assertUnderstood(form: FormValues): object {
  if (form.has(UNDERSTOOD_FIELD)) return {};
  throw new ProblemError('invalid', ...sentence('form.box-unticked'));
}
