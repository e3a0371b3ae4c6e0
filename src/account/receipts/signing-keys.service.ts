import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { SecretBox, SecretUnreadableError } from '../../common/secret-box.js';
import { newSigningKey, openedKey, type SigningKey } from './signed-text.js';
import {
  SigningKeysRepository,
  type ListedKey,
  type StoredKey,
} from './signing-keys.repository.js';

/** Binds a private key to its row. */
const about = (fingerprint: string): string => `signing-key:${fingerprint}`;

/** Makes, opens and replaces the key with which the shop signs. */
@Injectable()
export class SigningKeys {
  private opened: SigningKey | undefined;
  /** What could not be opened, so that it is told once. */
  private unreadable = '';

  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly box: SecretBox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False for a shop without SECRET_KEYS, which signs nothing. */
  get canSign(): boolean {
    return this.box.hasKey;
  }

  /** Oldest first; the last one is the present one. */
  list(manager?: EntityManager): Promise<ListedKey[]> {
    return this.keys.list(manager);
  }

  /** The present key; one is made if there is none. Undefined if it cannot be opened. The caller is alone. */
  async currentOrNew(manager: EntityManager): Promise<SigningKey | undefined> {
    const stored = await this.keys.current(manager);
    return stored ? this.open(stored) : this.create(manager);
  }

  /** The present key; undefined without one that can be opened. @param fingerprint what the caller has just read as the present one */
  async current(fingerprint?: string): Promise<SigningKey | undefined> {
    if (this.opened && this.opened.fingerprint === fingerprint) return this.opened;
    const stored = await this.keys.current();
    return stored && this.open(stored);
  }

  /** The present key for who replaces it; null if there is none. */
  async locked(manager: EntityManager): Promise<ListedKey | null> {
    await this.keys.lock(manager);
    const last = (await this.keys.list(manager)).at(-1);
    return last?.until === null ? last : null;
  }

  /** Retires the present key, if there is one, and makes another; the caller has locked it. @throws SecretKeyMissingError */
  async replace(manager: EntityManager, reason: string): Promise<void> {
    await this.keys.retire(manager, reason);
    await this.create(manager);
  }

  /** It is not kept in memory, since its transaction may be rolled back. */
  private async create(manager: EntityManager): Promise<SigningKey> {
    const { fingerprint, publicKey, privateKey, secret } = newSigningKey();
    const sealed = this.box.encrypt(secret, about(fingerprint));
    await this.keys.insert(manager, { fingerprint, publicKey, sealed });
    return { fingerprint, privateKey };
  }

  private open({ fingerprint, sealed }: StoredKey): SigningKey | undefined {
    try {
      this.opened = openedKey(fingerprint, this.box.decrypt(sealed, about(fingerprint)));
      return this.opened;
    } catch (error) {
      if (!(error instanceof SecretUnreadableError)) throw error;
      if (this.unreadable !== fingerprint) {
        this.logger.warn({ err: loggableError(error) }, 'nothing can be signed for resellers');
      }
      this.unreadable = fingerprint;
      return undefined;
    }
  }
}
