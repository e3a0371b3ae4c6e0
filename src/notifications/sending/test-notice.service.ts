import { Injectable } from '@nestjs/common';
import { messageOf } from '../../account/webhooks/webhook-message.js';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { MailServers } from '../mail/mail-server.service.js';
import { RecipientRepository } from '../recipients/recipient.repository.js';
import { Recipients } from '../recipients/recipients.service.js';
import { TEST_TYPE } from '../topics.js';
import { NoticeSender } from './notice-sender.js';

/** Tries recipients, for the operator. */
@Injectable()
export class TestNotices {
  constructor(
    private readonly recipients: Recipients,
    private readonly repository: RecipientRepository,
    private readonly sender: NoticeSender,
    private readonly servers: MailServers,
  ) {}

  /** Sends a test once. @throws MissingError; ConflictError with the reason if it did not arrive */
  async send(name: string): Promise<void> {
    const recipient = await this.recipients.get(name);
    const message = messageOf({ type: TEST_TYPE, data: {} });
    const outcome = await this.sender.attempt(recipient, message);
    if (outcome.kind === 'delivered') return this.repository.noteSent(name);
    const reason = outcome.kind === 'gone' ? 'it answered HTTP 410' : outcome.reason;
    await this.repository.noteFailed(name, reason);
    const hasServer = recipient.kind === 'webhook' || (await this.servers.find()) !== null;
    throw new ConflictError(
      ...(hasServer ? sentence('message.not-arrived', { reason }) : sentence('mail.none')),
    );
  }
}
