import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError, OperatorError } from '../../common/app-error.js';
import { SecretBox } from '../../common/secret-box.js';
import { isStorableText } from '../../common/text.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import { mailAddress } from '../recipients/recipient-settings.js';
import { MAIL_SERVER_ID, type MailSecurity, type MailServer } from './mail-server.entity.js';
import { MailServerRepository } from './mail-server.repository.js';

export interface MailServerSettings {
  /** A name or address; private ones only where they are allowed, as the guard finds at each connection. */
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Empty for a server that asks for none. */
  readonly username: string;
  /** Left out, it stays as it is while host and username do. */
  readonly password?: string;
  readonly sender: string;
}

/** What a change may leave as it is. */
export type MailServerChange = Partial<MailServerSettings>;

const HOST = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,252}$|^[0-9A-Fa-f:.]{2,45}$/;
const MAX_CREDENTIAL_CHARACTERS = 1000;

/** The mail server, as operators set it. */
@Injectable()
export class MailServers {
  constructor(
    private readonly servers: MailServerRepository,
    private readonly box: SecretBox,
    private readonly database: Database,
  ) {}

  find(): Promise<MailServer | null> {
    return this.servers.find();
  }

  /** @throws MissingError */
  async get(manager?: EntityManager): Promise<MailServer> {
    return present(await this.servers.find(manager));
  }

  /** @throws SecretUnreadableError */
  passwordOf({ encryptedPassword }: MailServer): string {
    return encryptedPassword ? this.box.decrypt(encryptedPassword, ABOUT) : '';
  }

  /** The mail server, or null for none, which nobody else changes until the end of the transaction. */
  locked(manager: EntityManager): Promise<MailServer | null> {
    return this.servers.lock(manager);
  }

  /**
   * Sets the mail server, which is locked.
   * @throws OperatorError for wrong values; SecretKeyMissingError
   */
  async put(
    manager: EntityManager,
    before: MailServer | null,
    { password, ...settings }: MailServerSettings,
  ): Promise<void> {
    const encryptedPassword =
      password === undefined ? keptPassword(before, settings) : this.sealed(password);
    await this.servers.put(manager, { ...checked(settings), encryptedPassword });
  }

  /** Sets it in a transaction of its own. @param change what is left out stays, or has its usual value */
  async set(change: MailServerChange): Promise<MailServer> {
    const present = await this.servers.find();
    const { host = present?.host, sender = present?.sender } = change;
    if (host === undefined || sender === undefined) {
      throw new OperatorError(...sentence('mail.host-and-sender'));
    }
    const settings = { ...USUAL, ...(present && settingsOf(present)), ...change, host, sender };
    return this.database.transaction(async (manager) => {
      await this.put(manager, await this.locked(manager), settings);
      return this.get(manager);
    });
  }

  /** @returns the server as it was @throws MissingError */
  async remove(manager: EntityManager): Promise<MailServer> {
    const before = present(await this.servers.lock(manager));
    await this.servers.remove(manager);
    return before;
  }

  private sealed(password: string): Buffer | null {
    if (password === '') return null;
    return this.box.encrypt(credential(password), ABOUT);
  }
}

const ABOUT = `mail-server:${MAIL_SERVER_ID}`;
const USUAL = { port: 587, security: 'starttls', username: '' } as const;

function settingsOf({ host, port, security, username, sender }: MailServer): MailServerSettings {
  return { host, port, security, username, sender };
}

/** A password is not handed on to another server, to which it may be sent in the clear. */
function keptPassword(
  before: MailServer | null,
  { host, username }: Pick<MailServerSettings, 'host' | 'username'>,
): Buffer | null {
  return before?.host === host && before.username === username ? before.encryptedPassword : null;
}

function checked(settings: MailServerSettings): Omit<MailServer, 'id' | 'encryptedPassword'> {
  const { host, port, username, sender } = settings;
  if (!HOST.test(host)) {
    throw new OperatorError(...sentence('mail.host'));
  }
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new OperatorError(...sentence('field.integer', { min: 1, max: 65_535 }));
  }
  return {
    ...settings,
    username: credential(username),
    sender: mailAddress(sender),
  };
}

function credential(text: string): string {
  const isPlain = isStorableText(text) && !/\p{Cc}/u.test(text);
  if (isPlain && text.length <= MAX_CREDENTIAL_CHARACTERS) return text;
  throw new OperatorError(...sentence('field.text', { min: 0, max: MAX_CREDENTIAL_CHARACTERS }));
}

function present(server: MailServer | null): MailServer {
  if (server) return server;
  throw new MissingError(...sentence('missing.mail-server'));
}
