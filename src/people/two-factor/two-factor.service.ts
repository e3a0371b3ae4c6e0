import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { sentence } from '../../common/sentence.js';
import { SecretBox } from '../../common/secret-box.js';
import { OperatorStateError, SignInRefusedError } from '../operators.errors.js';
import { CredentialsRepository, type Credentials } from '../operators/credentials.repository.js';
import { base32 } from './base32.js';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.js';
import { matchingStep, totpUri } from './totp.js';

const SECRET_BYTES = 20;

/** What an authenticator is set up with. */
export interface OfferedSecret {
  /** Base32, to be typed. */
  readonly secret: string;
  /** To be shown as a QR code. */
  readonly uri: string;
}

/** The second factor of an operator. It is confirmed and used in the caller's transaction. */
@Injectable()
export class TwoFactor {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly box: SecretBox,
  ) {}

  /**
   * Makes a secret, which replaces one that was not confirmed.
   * @throws OperatorStateError if one is confirmed; SecretKeyMissingError
   */
  async offer({ id, name }: { id: number; name: string }): Promise<OfferedSecret> {
    const secret = randomBytes(SECRET_BYTES);
    const encrypted = this.box.encrypt(secret.toString('base64'), aboutOf(id));
    if (!(await this.credentials.offerTotp(id, encrypted))) {
      throw new OperatorStateError(...sentence('two-factor.on'));
    }
    return { secret: base32(secret), uri: totpUri(secret, name) };
  }

  /**
   * Turns the second factor on, once a code proves that an authenticator has the secret.
   * @returns the recovery codes; only their hashes are stored.
   * @throws SignInRefusedError for a wrong code
   */
  async confirm(manager: EntityManager, id: number, typed: string): Promise<string[]> {
    const known = await this.credentials.ofId(id, manager);
    const step = known && this.stepOf(known, typed);
    if (!known?.totpSecret || step === undefined) throw new SignInRefusedError();
    const codes = newRecoveryCodes();
    const hashes = codes.map(recoveryCodeHash).filter((hash) => hash !== undefined);
    if (!(await this.credentials.confirmTotp(manager, id, known.totpSecret, step, hashes))) {
      throw new OperatorStateError(...sentence('two-factor.changed'));
    }
    return codes;
  }

  /**
   * Uses a typed code of an authenticator, or a recovery code, up: of concurrent uses of one code, one succeeds.
   * @returns which it was. @throws SignInRefusedError for a wrong or used code
   */
  async use(manager: EntityManager, id: number, typed: string): Promise<'totp' | 'recovery'> {
    const known = await this.credentials.ofId(id, manager);
    if (!known?.totpConfirmedAt) throw new SignInRefusedError();
    // First, since it is good even where the key of the secret is missing.
    const hash = recoveryCodeHash(typed);
    if (hash && (await this.credentials.useRecoveryCode(manager, id, hash))) return 'recovery';
    const step = hash ? undefined : this.stepOf(known, typed);
    if (step !== undefined && (await this.credentials.useStep(manager, id, step))) return 'totp';
    throw new SignInRefusedError();
  }

  private stepOf(known: Credentials, typed: string): number | undefined {
    if (!known.totpSecret) return undefined;
    const secret = Buffer.from(this.box.decrypt(known.totpSecret, aboutOf(known.id)), 'base64');
    return matchingStep(secret, typed, known.now, known.totpLastStep);
  }
}

/** The same text as in the list of encrypted columns. */
function aboutOf(id: number): string {
  return `operator-totp:${id}`;
}
