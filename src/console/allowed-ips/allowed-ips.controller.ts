import { ipRange, isIpRange } from '../../common/ip-range.js';
import { accountShow } from '../../operations/accounts/account.lists.js';
import { ipAdd, ipRemove, type RangeDto } from '../../operations/accounts/allowed-ip.operations.js';
import { ipList, tokenList } from '../../operations/accounts/token.lists.js';
import { MAX_ITEMS } from '../../operations/lists/page.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { PageWithForms, type AskedForm } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { allowedIpsPage, riskQuestion, type ShownAllowedIps } from './allowed-ips-page.js';

/** As it is stored; what is no range stays, so that it is refused. */
function rangeIn(form: FormValues): RangeDto {
  const text = form.text('range');
  return { range: isIpRange(text) ? ipRange(text) : text };
}

const riskOf =
  (change: 'add' | 'remove') =>
  async (page: AllowedIpsController, visit: Visit, { id, input }: AskedForm) =>
    riskQuestion(visit, await page.shown(visit, id), change, (input as RangeDto).range);

/** The addresses from which an account may call. What may lock somebody out is confirmed first. */
@ConsoleController('accounts/:account/allowed-ips')
@PageWithForms<AllowedIpsController>('tokens.read', {
  add: { operation: ipAdd, input: rangeIn, question: riskOf('add'), done: 'added' },
  remove: { operation: ipRemove, input: rangeIn, question: riskOf('remove'), done: 'removed' },
})
export class AllowedIpsController {
  constructor(private readonly lists: ConsoleLists) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    return allowedIpsPage(visit, await this.shown(visit, id), refused?.state);
  }

  async shown(visit: Visit, id: number): Promise<ShownAllowedIps> {
    const account = await this.lists.read(accountShow, visit, {}, id);
    const { items: ips } = await this.lists.read(ipList, visit, {}, id);
    const all = { limit: String(MAX_ITEMS) };
    const { items: tokens } = await this.lists.first(tokenList, visit, id, all);
    const usedFrom = tokens.flatMap(({ revoked_at: revokedAt, last_used_from: address }) =>
      revokedAt !== null || address === null ? [] : [address],
    );
    return { account, ips, usedFrom: [...new Set(usedFrom)] };
  }
}
