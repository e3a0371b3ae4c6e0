import { Inject, Injectable } from '@nestjs/common';
import {
  WebhookDelivery,
  type AttemptOutcome,
} from '../../account/webhooks/delivery/webhook-delivery.service.js';
import type { WebhookMessage } from '../../account/webhooks/webhook-message.js';
import { MissingError } from '../../common/app-error.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { MailClient, MailRefusedError, reasonOf } from '../mail/mail-client.js';
import { MailServers } from '../mail/mail-server.service.js';
import { mailText } from '../messages/mail-text.js';
import type { Notice } from '../messages/notice.js';
import type { NotificationRecipient } from '../recipients/recipient.entity.js';
import { signedRecipient } from '../recipients/signed-recipient.js';

/** The outcome of one attempt; that of an e-mail has no HTTP status. */
export type NoticeOutcome = Exclude<AttemptOutcome, { kind: 'delivered' }> | { kind: 'delivered' };

/** Makes one attempt to send a message to a recipient. */
@Injectable()
export class NoticeSender {
  constructor(
    private readonly webhooks: WebhookDelivery,
    private readonly mails: MailClient,
    private readonly servers: MailServers,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /** It never throws for what the receiver or the mail server does. */
  attempt(recipient: NotificationRecipient, message: WebhookMessage): Promise<NoticeOutcome> {
    return recipient.kind === 'webhook'
      ? this.webhooks.attempt(signedRecipient(recipient), message)
      : this.mail(recipient, message);
  }

  private async mail(
    { address: to }: NotificationRecipient,
    { id, body }: WebhookMessage,
  ): Promise<NoticeOutcome> {
    try {
      const server = await this.servers.get();
      const route = { ...server, password: this.servers.passwordOf(server) };
      const { subject, text } = mailText(JSON.parse(body) as Notice, this.config.BASE_URL);
      await this.mails.send(route, { id, from: server.sender, to, subject, text });
      return { kind: 'delivered' };
    } catch (error) {
      return { kind: 'failed', reason: mailFault(error) };
    }
  }
}

function mailFault(error: unknown): string {
  return error instanceof MissingError || error instanceof MailRefusedError ? error.message : reasonOf(error);
}
