import { Injectable } from '@nestjs/common';
import { OperatorError } from '../../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../../common/decimal.js';
import { fitsMoney } from '../../../common/money.js';
import { AccountService } from '../../account.service.js';
import type { AccountWebhook } from '../account-webhook.entity.js';
import { WebhookDelivery } from '../delivery/webhook-delivery.service.js';
import type { WebhookFailure } from '../webhook-failure.entity.js';
import { messageOf } from '../webhook-message.js';
import { WebhookSecrets } from '../webhook-secrets.js';
import { webhookUrl } from '../webhook-url.js';
import { WebhookRepository } from '../webhook.repository.js';

/** A webhook, with its secret where that was made just now. */
export interface ChangedWebhook {
  readonly webhook: AccountWebhook;
  readonly secret?: string;
}

/** The operator's side of webhooks. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly accounts: AccountService,
    private readonly secrets: WebhookSecrets,
    private readonly delivery: WebhookDelivery,
  ) {}

  /** @throws OperatorError when the account has none. */
  async get(accountId: number): Promise<AccountWebhook> {
    await this.accounts.get(accountId);
    const webhook = await this.webhooks.find(accountId);
    if (webhook) return webhook;
    throw new OperatorError(
      `Account ${accountId} has no webhook; see "souk webhook set ${accountId} <url>".`,
    );
  }

  /**
   * Sets where an account is told; the first time a secret is made, later it stays.
   * @param balanceLow USD below which the account is told of its balance; null for never; undefined leaves it.
   * @throws OperatorError also while SECRET_KEYS is empty
   */
  async set(accountId: number, url: string, balanceLow?: string | null): Promise<ChangedWebhook> {
    await this.accounts.get(accountId);
    const change = {
      url: webhookUrl(url),
      ...(balanceLow !== undefined && { balanceLow: balanceLow && threshold(balanceLow) }),
    };
    if (await this.webhooks.find(accountId)) {
      await this.webhooks.update(accountId, change);
      return { webhook: await this.get(accountId) };
    }
    const { secret, sealed: encryptedSecret } = this.secrets.make(accountId);
    await this.webhooks.insert({ balanceLow: null, ...change, accountId, encryptedSecret });
    return { webhook: await this.get(accountId), secret };
  }

  /** Makes a new secret; the one before signs as well for 24 hours. */
  async rotateSecret(accountId: number): Promise<ChangedWebhook> {
    await this.get(accountId);
    const { secret, sealed } = this.secrets.make(accountId);
    await this.webhooks.changeSecret(accountId, sealed);
    return { webhook: await this.get(accountId), secret };
  }

  /** What waits to be sent is dropped. */
  async switchOff(accountId: number): Promise<void> {
    await this.get(accountId);
    await this.webhooks.remove(accountId);
  }

  /**
   * Sends a `ping`, once.
   * @returns the HTTP status of the answer.
   * @throws OperatorError that says why it did not arrive
   */
  async ping(accountId: number): Promise<number> {
    const message = messageOf({ type: 'ping', data: { account_id: accountId } });
    const outcome = await this.delivery.attempt(await this.get(accountId), message);
    if (outcome.kind === 'delivered') return outcome.httpStatus;
    const reason = outcome.kind === 'gone' ? 'it answered HTTP 410' : outcome.reason;
    throw new OperatorError(`The ping did not arrive: ${reason}.`);
  }

  /** Messages that did not arrive, newest first. */
  async failures(limit: number, accountId?: number): Promise<WebhookFailure[]> {
    if (accountId !== undefined) await this.accounts.get(accountId);
    return this.webhooks.listFailures(limit, accountId);
  }
}

function threshold(text: string): string {
  if (isPlainDecimal(text) && fitsMoney(text) && !text.startsWith('-')) return numericText(text);
  throw new OperatorError(
    `${JSON.stringify(text)} is no amount; write USD such as 50, or off for no balance.low.`,
  );
}
