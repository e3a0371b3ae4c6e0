import type { AllowedIpDto } from '../../operations/accounts/allowed-ip.operations.js';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { FormCard } from '../../pages/card.js';
import { Form, Input, type FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import { Code, Time } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { ipChangeRisk, lockedOut } from './ip-change-risk.js';
import { wordsOf } from '../../pages/words.js';

/** What the page of the Allowed IPs shows. */
export interface ShownAllowedIps {
  readonly account: AccountDto;
  readonly ips: readonly AllowedIpDto[];
  /** From where the tokens of the account were used last. */
  readonly usedFrom: readonly string[];
}

/** The addresses from which an account may call. */
export function allowedIpsPage(visit: Visit, shown: ShownAllowedIps, state: FormState = {}): Page {
  const { account, ips, usedFrom } = shown;
  const words = wordsOf(visit.language, 'allowedIp');
  return accountFrame({
    account,
    part: 'allowedIps',
    said: { added: words.wasAdded, removed: words.wasRemoved },
    content: (
      <>
        <Table
          label={words.range}
          columns={columnsFor(visit, account.id)}
          rows={ips}
          whenEmpty={words.everywhere}
        />
        {usedFrom.length > 0 && (
          <p>
            {words.usedFrom}: <Addresses addresses={usedFrom} />
          </p>
        )}
        {visit.caller.may('ips.edit') && (
          <FormCard
            title={words.add}
            to={`accounts/${account.id}/allowed-ips/add`}
            state={state}
            button={words.addButton}
          >
            <Input
              name="range"
              label={words.range}
              hint={words.rangeHint}
              maxLength={60}
              isDecimal
            />
          </FormCard>
        )}
      </>
    ),
  });
}

/** Addresses in one line. */
function Addresses({ addresses }: { readonly addresses: readonly string[] }) {
  return (
    <>
      {addresses.map((address, index) => (
        <>
          {index > 0 && ', '}
          <Code>{address}</Code>
        </>
      ))}
    </>
  );
}

function columnsFor(visit: Visit, id: number): Column<AllowedIpDto>[] {
  const words = wordsOf(visit.language, 'allowedIp');
  const remove: Column<AllowedIpDto> = [
    words.removeTitle,
    ({ range }) => (
      <Form
        to={`accounts/${id}/allowed-ips/remove`}
        hidden={{ range }}
        label={words.removeOne({ range })}
        button={words.remove}
        kind="plain"
      />
    ),
  ];
  return [
    [words.range, ({ range }) => <Code>{range}</Code>],
    [words.added, ({ added_at: time }) => <Time value={time} />],
    ...(visit.caller.may('ips.edit') ? [remove] : []),
  ];
}

/** Tells what a change may do to programs of the account, and asks for a tick; undefined where there is no risk. */
export function riskQuestion(
  { language }: Visit,
  { ips, usedFrom }: ShownAllowedIps,
  change: 'add' | 'remove',
  range: string,
): ConfirmQuestion | undefined {
  const words = wordsOf(language, 'allowedIp');
  const before = ips.map((ip) => ip.range);
  const others = before.filter((one) => one !== range);
  const planned = { before, after: change === 'add' ? [...others, range] : others, usedFrom };
  const risk = ipChangeRisk(planned);
  if (risk === 'none') return undefined;
  const closed = lockedOut(planned);
  return {
    title: change === 'add' ? words.add : words.removeTitle,
    warning: words.risks[risk],
    facts: (
      <>
        <p>
          {words.range}: <Code>{range}</Code>
        </p>
        {closed.length > 0 && (
          <p>
            {words.lockedOut}: <Addresses addresses={closed} />
          </p>
        )}
      </>
    ),
    tick: words.understood,
  };
}
