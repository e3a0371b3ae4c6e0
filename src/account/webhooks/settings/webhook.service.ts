import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError, MissingError, OperatorError } from '../../../common/app-error.js';
import { isPlainDecimal, numericText } from '../../../common/decimal.js';
import { fitsMoney } from '../../../common/money.js';
import type { Position } from '../../../common/paging.js';
import { sentence } from '../../../common/sentence.js';
import { AccountService } from '../../account.service.js';
import type { AccountWebhook } from '../account-webhook.entity.js';
import { WebhookDelivery } from '../delivery/webhook-delivery.service.js';
import { messageOf } from '../webhook-message.js';
import { aboutWebhook, receiverOf } from '../webhook-receiver.js';
import { WebhookSecrets } from '../webhook-secrets.js';
import { webhookUrl } from '../webhook-url.js';
import { WebhookRepository, type ListedFailure } from '../webhook.repository.js';

/** A webhook, with its secret if that was created by the change. */
export interface ChangedWebhook {
  readonly webhook: AccountWebhook;
  readonly secret?: string;
}

/**
 * Maintains webhooks, for the operator. A change belongs to the transaction of its caller, so that no secret is stored whose
 * change ends with an error.
 */
@Injectable()
export class WebhookService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly accounts: AccountService,
    private readonly secrets: WebhookSecrets,
    private readonly delivery: WebhookDelivery,
  ) {}

  /** @throws MissingError if the account has no webhook */
  async get(accountId: number, within?: EntityManager): Promise<AccountWebhook> {
    const webhook = await this.find(accountId, within);
    if (webhook) return webhook;
    throw new MissingError(...sentence('missing.webhook', { account: accountId }));
  }

  /** Null if the account has no webhook. @throws MissingError if there is no such account */
  async find(accountId: number, within?: EntityManager): Promise<AccountWebhook | null> {
    await this.accounts.get(accountId, within);
    return this.webhooks.find(accountId, within);
  }

  /**
   * Sets the URL of a webhook. A secret is created the first time, and kept later.
   * @param balanceLow USD, the threshold of the balance event; null for no event; undefined leaves it unchanged.
   * @throws OperatorError also if SECRET_KEYS is empty
   */
  async set(
    accountId: number,
    url: string,
    balanceLow: string | null | undefined,
    manager: EntityManager,
  ): Promise<ChangedWebhook> {
    const change = {
      url: webhookUrl(url),
      ...(balanceLow !== undefined && { balanceLow: balanceLow && threshold(balanceLow) }),
    };
    if (await this.find(accountId, manager)) {
      await this.webhooks.update(manager, accountId, change);
      return { webhook: await this.get(accountId, manager) };
    }
    const { secret, encrypted: encryptedSecret } = this.secrets.create(aboutWebhook(accountId));
    const webhook = { balanceLow: null, ...change, accountId, encryptedSecret };
    await this.webhooks.insert(manager, webhook);
    return { webhook: await this.get(accountId, manager), secret };
  }

  /** Creates a new secret; the previous one also signs messages for 24 hours. */
  async rotateSecret(accountId: number, manager: EntityManager): Promise<ChangedWebhook> {
    await this.get(accountId, manager);
    const { secret, encrypted } = this.secrets.create(aboutWebhook(accountId));
    await this.webhooks.changeSecret(manager, accountId, encrypted);
    return { webhook: await this.get(accountId, manager), secret };
  }

  /** Messages that are still to be sent are dropped. */
  async switchOff(accountId: number, manager: EntityManager): Promise<void> {
    await this.get(accountId, manager);
    await this.webhooks.remove(accountId, undefined, manager);
  }

  /**
   * Sends a `ping` once.
   * @returns the HTTP status of the answer
   * @throws ConflictError with the reason if it did not arrive
   */
  async ping(accountId: number): Promise<number> {
    const message = messageOf({ type: 'ping', data: { account_id: accountId } });
    const outcome = await this.delivery.attempt(receiverOf(await this.get(accountId)), message);
    if (outcome.kind === 'delivered') return outcome.httpStatus;
    const reason = outcome.kind === 'gone' ? 'it answered HTTP 410' : outcome.reason;
    throw new ConflictError(...sentence('message.not-arrived', { reason }));
  }

  /** Messages that did not arrive, behind the position, the last failed first. @throws MissingError for an unknown account */
  async failurePage(
    after: Position | undefined,
    limit: number,
    accountId?: number,
  ): Promise<ListedFailure[]> {
    if (accountId !== undefined) await this.accounts.get(accountId);
    return this.webhooks.failurePage(after, limit, accountId);
  }
}

function threshold(text: string): string {
  if (isPlainDecimal(text) && fitsMoney(text) && !text.startsWith('-')) return numericText(text);
  throw new OperatorError(...sentence('field.money', { signed: false, decimals: 8 }));
}
