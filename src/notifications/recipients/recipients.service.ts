import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { WebhookSecrets } from '../../account/webhooks/webhook-secrets.js';
import { ConflictError, MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { violatedUniqueKey } from '../../database/database-errors.js';
import type { Topic } from '../topics.js';
import { addressOf, overdueMinutes, recipientName } from './recipient-settings.js';
import type { NotificationRecipient, RecipientKind } from './recipient.entity.js';
import { aboutRecipient } from './signed-recipient.js';
import { RecipientRepository } from './recipient.repository.js';

/** What an operator can change of a recipient; what is left out stays. */
export interface RecipientChange {
  readonly address?: string;
  readonly topics?: readonly Topic[];
  readonly overdueMinutes?: number;
  /** Null for that of the shop. */
  readonly language?: string | null;
}

export interface NewRecipient extends Required<RecipientChange> {
  readonly name: string;
  readonly kind: RecipientKind;
}

/** A new recipient; that of a webhook comes with the secret that signs its messages, which is shown once. */
export interface CreatedRecipient {
  readonly recipient: NotificationRecipient;
  readonly secret?: string;
}

/** A round reads all of them. */
export const MAX_RECIPIENTS = 100;

/** Who is notified of what, as operators set it. */
@Injectable()
export class Recipients {
  constructor(
    private readonly recipients: RecipientRepository,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** At most `limit` recipients whose name comes after `after`, by name. */
  page(after: string, limit: number): Promise<NotificationRecipient[]> {
    return this.recipients.page(after, limit);
  }

  all(manager?: EntityManager): Promise<NotificationRecipient[]> {
    return this.recipients.page('', MAX_RECIPIENTS, manager);
  }

  find(name: string): Promise<NotificationRecipient | null> {
    return this.recipients.find(name);
  }

  /** @throws MissingError */
  async get(name: string, manager?: EntityManager): Promise<NotificationRecipient> {
    return present(name, await this.recipients.find(name, manager));
  }

  /** @throws OperatorError for wrong values; ConflictError if the name is taken; SecretKeyMissingError */
  async create(manager: EntityManager, given: NewRecipient): Promise<CreatedRecipient> {
    const { kind } = given;
    const name = recipientName(given.name);
    if ((await this.recipients.count(manager)) >= MAX_RECIPIENTS) {
      throw new ConflictError(...sentence('recipient.too-many', { most: MAX_RECIPIENTS }));
    }
    const created = kind === 'webhook' ? this.secrets.create(aboutRecipient(name)) : undefined;
    try {
      await this.recipients.insert(manager, {
        name,
        kind,
        address: addressOf(kind, given.address),
        topics: [...new Set(given.topics)],
        overdueMinutes: overdueMinutes(given.overdueMinutes),
        language: given.language,
        encryptedSecret: created?.encrypted ?? null,
      });
    } catch (error) {
      if (violatedUniqueKey(error) === undefined) throw error;
      throw new ConflictError(...sentence('recipient.exists', { name }));
    }
    const recipient = await this.get(name, manager);
    return { recipient, ...(created && { secret: created.secret }) };
  }

  /** A recipient, whose row is locked until the end of the caller's transaction. @throws MissingError */
  async locked(manager: EntityManager, name: string): Promise<NotificationRecipient> {
    return present(name, await this.recipients.lock(manager, name));
  }

  /** Changes a recipient that is locked. @throws OperatorError for wrong values */
  async change(
    manager: EntityManager,
    { name, kind }: NotificationRecipient,
    change: RecipientChange,
  ): Promise<void> {
    await this.recipients.update(manager, name, checked(kind, change));
  }

  /** Removes one that is locked. Messages that are still to be sent are dropped. */
  remove(manager: EntityManager, name: string): Promise<void> {
    return this.recipients.remove(manager, name);
  }
}

/** @throws OperatorError */
function checked(kind: RecipientKind, given: RecipientChange) {
  const { address, topics, overdueMinutes: minutes, language } = given;
  return {
    ...(address !== undefined && { address: addressOf(kind, address) }),
    ...(topics !== undefined && { topics: [...new Set(topics)] }),
    ...(minutes !== undefined && { overdueMinutes: overdueMinutes(minutes) }),
    ...(language !== undefined && { language }),
  };
}

function present(name: string, recipient: NotificationRecipient | null): NotificationRecipient {
  if (recipient) return recipient;
  throw new MissingError(...sentence('missing.recipient', { name }));
}
