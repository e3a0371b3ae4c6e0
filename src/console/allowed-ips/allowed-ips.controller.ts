import { Get, Post } from '@nestjs/common';
import { AllowedIpService } from '../../account/access/allowed-ip.service.js';
import { AccountService } from '../../account/account.service.js';
import { RangeDto } from '../../operations/accounts/allowed-ip.operations.js';
import { ALLOWED_IPS_SHAPE } from '../../operations/accounts/allowed-ip.operations.js';
import { tokenList } from '../../operations/accounts/token.lists.js';
import { ACCOUNT_SHAPE } from '../../operations/accounts/account.operations.js';
import { ipAdd, ipRemove } from '../../operations/accounts/allowed-ip.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { MAX_ITEMS } from '../../operations/lists/page.js';
import { PathId } from '../../admin/http/path-parts.js';
import { ipRange } from '../../common/ip-range.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { FormOperations } from '../operations/form-operations.service.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { allowedIpsPage, type ShownAllowedIps } from './allowed-ips-page.js';
import { confirmationPage } from './confirmation-page.js';
import { ipChangeRisk, lockedOut } from './ip-change-risk.js';

/** The addresses from which an account may call. What may lock somebody out is confirmed first. */
@ConsoleController('accounts/:account/allowed-ips')
export class AllowedIpsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly lists: ConsoleLists,
    private readonly ips: AllowedIpService,
    private readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('tokens.read')
  async list(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page> {
    return allowedIpsPage(visit, await this.shown(visit, id));
  }

  @Post('add')
  @NeedsPermission('ips.edit')
  add(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.change(visit, id, 'add', form);
  }

  @Post('remove')
  @NeedsPermission('ips.edit')
  remove(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.change(visit, id, 'remove', form);
  }

  private async change(
    visit: Visit,
    id: number,
    change: 'add' | 'remove',
    form: FormValues,
  ): Promise<Page | SeeOther> {
    const shown = await this.shown(visit, id);
    try {
      const range = ipRange(checkedInput(RangeDto, { range: form.text('range') }).range);
      const planned = { ...plannedChange(shown, change, range), usedFrom: shown.usedFrom };
      const risk = ipChangeRisk(planned);
      if (risk !== 'none' && !form.has(CONFIRMED_FIELD)) {
        const closed = lockedOut(planned);
        return confirmationPage(visit, { ...shown, change, range, risk, lockedOut: closed });
      }
      const operation = change === 'add' ? ipAdd : ipRemove;
      await this.forms.change(operation, visit.caller, { id, input: { range } });
    } catch (error) {
      const fault = formFault(error);
      return { ...allowedIpsPage(visit, shown, { ...form.sent, fault }), status: fault.status };
    }
    const done = change === 'add' ? 'added' : 'removed';
    return new SeeOther(`accounts/${id}/allowed-ips`, { done });
  }

  private async shown(visit: Visit, id: number): Promise<ShownAllowedIps> {
    const account = ACCOUNT_SHAPE.of(await this.accounts.get(id));
    const { items: ips } = ALLOWED_IPS_SHAPE.of(await this.ips.list(id));
    const { items: tokens } = await this.lists.first(tokenList, visit, id, MAX_ITEMS);
    const usedFrom = tokens.flatMap(({ revoked_at: revokedAt, last_used_from: address }) =>
      revokedAt !== null || address === null ? [] : [address],
    );
    return { account, ips, usedFrom: [...new Set(usedFrom)] };
  }
}

function plannedChange({ ips }: ShownAllowedIps, change: 'add' | 'remove', range: string) {
  const before = ips.map((ip) => ip.range);
  const others = before.filter((one) => one !== range);
  return { before, after: change === 'add' ? [...others, range] : others };
}
