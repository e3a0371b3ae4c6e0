import { Inject, Injectable } from '@nestjs/common';
import {
  WebhookDelivery,
  type AttemptOutcome,
} from '../../account/webhooks/delivery/webhook-delivery.service.js';
import type { WebhookMessage } from '../../account/webhooks/webhook-message.js';
import { shopName } from '../../catalog/branding/branding.js';
import { MissingError } from '../../common/app-error.js';
import { SOURCE, type Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { MailClient, MailRefusedError, reasonOf } from '../mail/mail-client.js';
import { MailServers } from '../mail/mail-server.service.js';
import { mailText } from '../messages/mail-text.js';
import type { Notice } from '../messages/notice.js';
import type { NotificationRecipient } from '../recipients/recipient.entity.js';
import { RecipientRepository } from '../recipients/recipient.repository.js';
import { signedRecipient } from '../recipients/signed-recipient.js';

/** The outcome of one attempt; that of an e-mail has no HTTP status. */
export type NoticeOutcome = Exclude<AttemptOutcome, { kind: 'delivered' }> | { kind: 'delivered' };

/** Makes one attempt to send a message to a recipient. */
@Injectable()
export class NoticeSender {
  /** Called with each attempt. */
  onAttempt: (recipient: NotificationRecipient, outcome: NoticeOutcome) => void = () => undefined;

  constructor(
    private readonly webhooks: WebhookDelivery,
    private readonly mails: MailClient,
    private readonly servers: MailServers,
    private readonly recipients: RecipientRepository,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /** It never throws for what the receiver or the mail server does. */
  async attempt(recipient: NotificationRecipient, message: WebhookMessage): Promise<NoticeOutcome> {
    const outcome =
      recipient.kind === 'webhook'
        ? await this.webhooks.attempt(signedRecipient(recipient), message)
        : await this.mail(recipient, message);
    this.onAttempt(recipient, outcome);
    return outcome;
  }

  private async mail(
    { address: to, language: own }: NotificationRecipient,
    { id, body }: WebhookMessage,
  ): Promise<NoticeOutcome> {
    try {
      const shop = await this.recipients.shop();
      const language = languageFor(own, shop.language);
      const server = await this.servers.get();
      const route = { ...server, password: this.servers.passwordOf(server) };
      const notice = JSON.parse(body) as Notice;
      const named = { name: shopName(shop), address: this.config.BASE_URL };
      const { subject, text } = mailText(notice, named, language);
      await this.mails.send(route, { id, from: server.sender, to, subject, text });
      return { kind: 'delivered' };
    } catch (error) {
      return { kind: 'failed', reason: mailFault(error) };
    }
  }
}

/** One that there is no more is as if it had not been chosen. */
function languageFor(...chosen: readonly (string | null)[]): Language {
  return chosen.find((language) => Locale.isLanguage(language)) ?? SOURCE;
}

function mailFault(error: unknown): string {
  return error instanceof MissingError || error instanceof MailRefusedError
    ? error.message
    : reasonOf(error);
}
