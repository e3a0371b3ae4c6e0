import type { VNode } from 'preact';
import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type { WebhookDto } from '../../operations/accounts/webhook.operations.js';
import { Card, DetailsCard } from '../../pages/card.js';
import { LinkLine } from '../../pages/text-links.js';
import { FaultNotice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Secret } from '../../pages/secret.js';
import { Code, Money, Time } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { WEBHOOK_WORDS } from './webhook-words.js';

/** The webhook of an account. @param webhook null if it has none */
export function webhookPage(
  visit: Visit,
  account: AccountDto,
  webhook: WebhookDto | null,
  state: FormState = {},
): Page {
  const { language, links, caller } = visit;
  const { id } = account;
  const words = WEBHOOK_WORDS[language];
  return accountFrame(visit, {
    account,
    part: 'webhook',
    fault: state.fault,
    said: { set: words.isSet, off: words.isOff, test: words.arrived },
    content: (
      <>
        {state.fault && <FaultNotice fault={state.fault} />}
        {webhook ? <Facts visit={visit} webhook={webhook} /> : <p class="empty">{words.none}</p>}
        <p>
          <a href={links.to('shop/webhooks', { account_id: String(id) })}>{words.failures}</a>
        </p>
        <div class="columns">
          {caller.may('webhooks.edit') && (
            <Card title={words.settings}>
              <Settings visit={visit} id={id} webhook={webhook} state={state} />
            </Card>
          )}
          {webhook && <Actions visit={visit} id={id} />}
        </div>
      </>
    ),
  });
}

function Facts({ visit, webhook }: { readonly visit: Visit; readonly webhook: WebhookDto }): VNode {
  const words = WEBHOOK_WORDS[visit.language];
  const { url, balance_low: lowest, old_secret_until: until, created_at: created } = webhook;
  return (
    <DetailsCard
      entries={[
        [words.address, <Code>{url}</Code>],
        [words.balanceLow, lowest === null ? words.never : <Money value={lowest} />],
        until === null ? undefined : [words.oldSecret, <Time value={until} />],
        [words.created, <Time value={created} />],
      ]}
    />
  );
}

interface SettingsProps {
  readonly visit: Visit;
  readonly id: number;
  readonly webhook: WebhookDto | null;
  readonly state: FormState;
}

function Settings({ visit, id, webhook, state }: SettingsProps): VNode {
  const words = WEBHOOK_WORDS[visit.language];
  // The fault itself stands at the top of the page.
  const typed = { ...(state.values && { values: state.values }) };
  return (
    <Form to={`shop/webhooks/${id}`} state={typed} label={words.settings} button={words.save}>
      <Input
        name="url"
        label={words.address}
        value={webhook?.url}
        maxLength={2_000}
        state={state}
      />
      <Input
        name="balance_low"
        label={words.balanceLow}
        hint={words.balanceLowHint}
        value={webhook?.balance_low ?? undefined}
        isDecimal
        isOptional
        state={state}
      />
    </Form>
  );
}

function Actions({ visit, id }: { readonly visit: Visit; readonly id: number }): VNode {
  const words = WEBHOOK_WORDS[visit.language];
  const to = (action: string): string => visit.links.to(`shop/webhooks/${id}/${action}`);
  return (
    <Card title={words.actions}>
      {visit.caller.may('webhooks.resend') && (
        <Form action={to('test')} label={words.test} button={words.test} kind="plain" />
      )}
      {visit.caller.may('webhooks.edit') && (
        <>
          <Form action={to('rotate-secret')} label={words.rotate}>
            <p class="hint">{words.rotateHint}</p>
            <Submit kind="plain">{words.rotate}</Submit>
          </Form>
          <Form action={to('off')} label={words.switchOff}>
            <p class="hint">{words.switchOffHint}</p>
            <Submit kind="danger">{words.switchOff}</Submit>
          </Form>
        </>
      )}
    </Card>
  );
}

/** The secret by which messages are signed; it is shown this once. */
export function secretPage(visit: Visit, account: AccountDto, secret: string): Page {
  const words = WEBHOOK_WORDS[visit.language];
  return accountFrame(visit, {
    account,
    part: 'webhook',
    content: (
      <>
        <p>{words.secretOnce}</p>
        <Secret>{secret}</Secret>
        <LinkLine to={`shop/webhooks/${account.id}`}>{words.goOn}</LinkLine>
      </>
    ),
  });
}
