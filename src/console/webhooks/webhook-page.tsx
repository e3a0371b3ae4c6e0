import type { AccountDto } from '../../operations/accounts/account.operations.js';
import { webhookSet, type WebhookDto } from '../../operations/accounts/webhook.operations.js';
import { FormCard, Card, DetailsCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { FaultNotice, Form, Input, type FormState } from '../../pages/form.js';
import { ShownOnce } from '../operations/shown-once.js';
import { Code, Money, Time } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The webhook of an account. @param webhook null if it has none */
export function webhookPage(
  visit: Visit,
  account: AccountDto,
  webhook: WebhookDto | null,
  refused?: RefusedForm<string>,
): Page {
  const { id } = account;
  const words = wordsOf(visit.language, 'webhook');
  return accountFrame({
    account,
    part: 'webhook',
    said: { set: words.isSet, off: words.isOff, test: words.arrived },
    content: (
      <>
        {refused && refused.name !== '' && <FaultNotice fault={refused.state.fault} />}
        {webhook ? <Facts webhook={webhook} /> : <p class="empty">{words.none}</p>}
        <LinkLine to="shop/webhooks" parameters={{ account_id: String(id) }}>
          {words.failures}
        </LinkLine>
        <div class="columns">
          {visit.caller.may('webhooks.edit') && (
            <Settings id={id} webhook={webhook} state={stateOf(refused, '')} />
          )}
          {webhook && <Actions id={id} />}
        </div>
      </>
    ),
  });
}

function Facts({ webhook }: { readonly webhook: WebhookDto }) {
  const words = useWords('webhook');
  const { url, balance_low: lowest, old_secret_until: until, created_at: created } = webhook;
  return (
    <DetailsCard
      entries={[
        [words.address, <Code>{url}</Code>],
        [words.balanceLow, lowest === null ? words.never : <Money value={lowest} />],
        until !== null && [words.oldSecret, <Time value={until} />],
        [words.created, <Time value={created} />],
      ]}
    />
  );
}

interface SettingsProps {
  readonly id: number;
  readonly webhook: WebhookDto | null;
  readonly state: FormState;
}

function Settings({ id, webhook, state }: SettingsProps) {
  const words = useWords('webhook');
  return (
    <FormCard
      title={words.settings}
      to={`shop/webhooks/${id}`}
      state={state}
      button={words.save}
      {...formFor(webhookSet, webhook ?? {})}
    >
      <Input name="url" label={words.address} />
      <Input name="balance_low" label={words.balanceLow} hint={words.balanceLowHint} />
    </FormCard>
  );
}

function Actions({ id }: { readonly id: number }) {
  const { caller } = useVisit();
  const words = useWords('webhook');
  const to = (action: string): string => `shop/webhooks/${id}/${action}`;
  return (
    <Card title={words.actions}>
      {caller.may('webhooks.resend') && <Form to={to('test')} button={words.test} kind="plain" />}
      {caller.may('webhooks.edit') && (
        <>
          <Form
            to={to('rotate-secret')}
            hint={words.rotateHint}
            button={words.rotate}
            kind="plain"
          />
          <Form to={to('off')} hint={words.switchOffHint} button={words.switchOff} kind="danger" />
        </>
      )}
    </Card>
  );
}

/** The secret by which messages are signed; it is shown this once. */
export function secretPage(visit: Visit, account: AccountDto, secret: string): Page {
  const said = wordsOf(visit.language, 'webhook').secretOnce;
  const content = <ShownOnce {...{ said, secret }} to={`shop/webhooks/${account.id}`} />;
  return accountFrame({ account, part: 'webhook', content });
}
