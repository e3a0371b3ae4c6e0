import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountService } from '../../account/account.service.js';
import type { AuditedAction } from '../../account/caller-audit.js';
import { HeldMessages } from '../../account/webhooks/held-messages.service.js';
import {
  WebhookService,
  type ChangedWebhook,
} from '../../account/webhooks/settings/webhook.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { webhookShape } from './webhook-shapes.js';
import type {
  ChangedWebhookDto,
  PingDto,
  ReleasedMessagesDto,
  WebhookDto,
  WebhookSettingsDto,
} from './webhooks.dto.js';

/** Changes webhooks of accounts for operators, each with its audit entry, which never holds a secret. */
@Injectable()
export class WebhookAdmin {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly held: HeldMessages,
    private readonly accounts: AccountService,
    private readonly changes: AuditedChanges,
  ) {}

  /** The first time, the answer has the signing secret. */
  set(
    accountId: number,
    { url, balance_low: balanceLow }: WebhookSettingsDto,
    by: ChangeAuthor,
  ): Promise<ChangedWebhookDto> {
    const details = {
      account: accountId,
      url,
      ...(balanceLow !== undefined && { balance_low: balanceLow }),
    };
    return this.change({ name: 'webhook set', details }, accountId, by, (manager) =>
      this.webhooks.set(accountId, url, balanceLow, manager),
    );
  }

  /** The answer has the new secret; the one before signs as well for 24 hours. */
  rotateSecret(accountId: number, by: ChangeAuthor): Promise<ChangedWebhookDto> {
    const action = { name: 'webhook rotate-secret', details: { account: accountId } };
    return this.change(action, accountId, by, (manager) =>
      this.webhooks.rotateSecret(accountId, manager),
    );
  }

  /** @returns what the webhook was. Messages that are still to be sent are dropped. */
  switchOff(accountId: number, by: ChangeAuthor): Promise<WebhookDto> {
    const action = { name: 'webhook off', details: { account: accountId } };
    return this.changes.run(by, action, async (manager) => {
      await this.accounts.change(manager, accountId, {});
      const result = webhookShape(await this.webhooks.get(accountId, manager));
      await this.webhooks.switchOff(accountId, manager);
      return { result, before: { ...result }, after: { url: null } };
    });
  }

  /** Sends a `ping`, in no transaction. @throws ConflictError with the reason if it does not arrive */
  test(accountId: number, by: ChangeAuthor): Promise<PingDto> {
    const action = { name: 'webhook test', details: { account: accountId } };
    return this.changes.around(by, action, async () => {
      const status = await this.webhooks.ping(accountId);
      const result = { account_id: accountId, http_status: status };
      return { result, before: null, after: { http_status: status } };
    });
  }

  /** Sends the messages that were held back after a restore, or deletes them. */
  release(drop: boolean, by: ChangeAuthor): Promise<ReleasedMessagesDto> {
    const action = { name: 'webhook release', details: { drop } };
    return this.changes.run(by, action, async (manager) => {
      const result = drop
        ? { released: 0, dropped: await this.held.drop(manager) }
        : { released: await this.held.release(manager), dropped: 0 };
      const held = result.released + result.dropped;
      return { result, before: { held }, after: { ...result } };
    });
  }

  private change(
    action: Pick<AuditedAction, 'name' | 'details'>,
    accountId: number,
    by: ChangeAuthor,
    change: (manager: EntityManager) => Promise<ChangedWebhook>,
  ): Promise<ChangedWebhookDto> {
    return this.changes.run(by, action, async (manager) => {
      // Its row is locked, so that the states before and after are those of this change alone.
      await this.accounts.change(manager, accountId, {});
      const found = await this.webhooks.find(accountId, manager);
      const { webhook, secret = null } = await change(manager);
      const shown = webhookShape(webhook);
      const before = found && { ...webhookShape(found) };
      return { result: { ...shown, secret }, before, after: { ...shown } };
    });
  }
}
