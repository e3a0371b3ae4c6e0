import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { Card } from '../../pages/card.js';
import { Check, Form, Submit } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { ButtonLink } from '../../pages/text-links.js';
import { Code } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { ALLOWED_IP_WORDS } from './allowed-ip-words.js';
import { Addresses } from './allowed-ips-page.js';
import type { IpChangeRisk } from './ip-change-risk.js';

/** A change of the Allowed IPs that is to be confirmed. */
export interface RiskyChange {
  readonly account: AccountDto;
  readonly change: 'add' | 'remove';
  readonly range: string;
  readonly risk: Exclude<IpChangeRisk, 'none'>;
  /** Addresses in use that are closed by it. */
  readonly lockedOut: readonly string[];
}

/** Tells what a change may do to programs of the account, and asks for a tick. */
export function confirmationPage(visit: Visit, risky: RiskyChange): Page {
  const { account, change, range, risk, lockedOut } = risky;
  const words = ALLOWED_IP_WORDS[visit.language];
  const place = `accounts/${account.id}/allowed-ips`;
  return accountFrame({
    account,
    part: 'allowedIps',
    content: (
      <Card title={words.confirmTitle}>
        <Notice kind="bad">{words.risks[risk]}</Notice>
        <p>
          {change === 'add' ? words.add : words.removeTitle}: <Code>{range}</Code>
        </p>
        {lockedOut.length > 0 && (
          <p>
            {words.lockedOut}: <Addresses addresses={lockedOut} />
          </p>
        )}
        <Form to={`${place}/${change}`} hidden={{ range }} label={words.confirmTitle}>
          <Check name={CONFIRMED_FIELD} label={words.understood} isRequired />
          <div class="actions">
            <Submit kind="danger">{words.confirm}</Submit>
            <ButtonLink to={place}>{words.back}</ButtonLink>
          </div>
        </Form>
      </Card>
    ),
  });
}
