import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Role } from '../permissions/roles.js';
import { actorOf, isOperatorName } from './operator-name.js';

/** What an operator signs in by, and the time of the database. */
export interface Credentials {
  readonly id: number;
  readonly role: Role;
  readonly passwordHash: string | null;
  /** Encrypted. */
  readonly totpSecret: Buffer | null;
  readonly totpConfirmedAt: Date | null;
  readonly totpLastStep: number | null;
  readonly twoFactorRequired: boolean;
  readonly disabledAt: Date | null;
  readonly now: Date;
}

type Row = Omit<Credentials, 'totpLastStep'> & { readonly totpLastStep: string | null };

/** Passwords and second factors of operators. */
@Injectable()
export class CredentialsRepository {
  constructor(private readonly database: Database) {}

  /** @param name normal, but of an untrusted caller. */
  async ofName(name: string): Promise<Credentials | undefined> {
    if (!isOperatorName(name)) return undefined;
    const rows = await this.database.manager.query<Row[]>(OF_NAME, [actorOf(name)]);
    return rows.map(credentialsOf)[0];
  }

  async ofId(id: number, manager = this.database.manager): Promise<Credentials | undefined> {
    const rows = await manager.query<Row[]>(OF_ID, [id]);
    return rows.map(credentialsOf)[0];
  }

  async setPassword(manager: EntityManager, id: number, hash: string): Promise<void> {
    await manager.query(SET_PASSWORD, [id, hash]);
  }

  /** Stores the same password in another form. @returns false if it was changed, or stored anew, meanwhile */
  rehash(id: number, former: string, hash: string): Promise<boolean> {
    return hasChanged(this.database.manager, REHASH, [id, former, hash]);
  }

  /** Removes password and second factor. */
  async clear(manager: EntityManager, id: number): Promise<void> {
    await manager.query(CLEAR, [id]);
  }

  /** @returns false if a second factor is confirmed already */
  offerTotp(id: number, encrypted: Buffer): Promise<boolean> {
    return hasChanged(this.database.manager, OFFER_TOTP, [id, encrypted]);
  }

  /** @returns false if it was confirmed already, or another secret was offered meanwhile */
  confirmTotp(
    manager: EntityManager,
    id: number,
    encrypted: Buffer,
    step: number,
    codeHashes: readonly Buffer[],
  ): Promise<boolean> {
    return hasChanged(manager, CONFIRM_TOTP, [id, encrypted, step, codeHashes]);
  }

  async clearTotp(manager: EntityManager, id: number): Promise<void> {
    await manager.query(`${CLEAR_TOTP} WHERE id = $1`, [id]);
  }

  /** Notes that the code of a time step is used. @returns false if it, or a later one, was used before */
  useStep(manager: EntityManager, id: number, step: number): Promise<boolean> {
    return hasChanged(manager, USE_STEP, [id, step]);
  }

  /** Removes a recovery code. @returns false if there is none with that hash */
  useRecoveryCode(manager: EntityManager, id: number, hash: Buffer): Promise<boolean> {
    return hasChanged(manager, USE_RECOVERY_CODE, [id, hash]);
  }
}

function credentialsOf({ totpLastStep, ...row }: Row): Credentials {
  return { ...row, totpLastStep: totpLastStep === null ? null : Number(totpLastStep) };
}

async function hasChanged(
  manager: EntityManager,
  statement: string,
  values: unknown[],
): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(statement, values);
  return count === 1;
}

const COLUMNS = `
  id, role, password_hash AS "passwordHash", sealed_totp_secret AS "totpSecret",
  totp_confirmed_at AS "totpConfirmedAt", totp_last_step AS "totpLastStep",
  two_factor_required AS "twoFactorRequired", disabled_at AS "disabledAt", clock_timestamp() AS now`;

const OF_NAME = `SELECT ${COLUMNS} FROM operators WHERE name = $1 AND role IS NOT NULL`;

const OF_ID = `SELECT ${COLUMNS} FROM operators WHERE id = $1 AND role IS NOT NULL`;

/** Devices that are known with the former password are known no more. */
const NO_KNOWN_DEVICES = 'device_generation = device_generation + 1';

const SET_PASSWORD = `
  UPDATE operators SET password_hash = $2, had_password = true, ${NO_KNOWN_DEVICES} WHERE id = $1`;

const REHASH = 'UPDATE operators SET password_hash = $3 WHERE id = $1 AND password_hash = $2';

const CLEAR_TOTP = `
  UPDATE operators
  SET sealed_totp_secret = NULL, totp_confirmed_at = NULL, recovery_code_hashes = '{}'`;

const CLEAR = `${CLEAR_TOTP}, password_hash = NULL, ${NO_KNOWN_DEVICES} WHERE id = $1`;

const OFFER_TOTP = `
  UPDATE operators SET sealed_totp_secret = $2 WHERE id = $1 AND totp_confirmed_at IS NULL`;

const CONFIRM_TOTP = `
  UPDATE operators
  SET totp_confirmed_at = now(), totp_last_step = $3, recovery_code_hashes = $4
  WHERE id = $1 AND sealed_totp_secret = $2 AND totp_confirmed_at IS NULL`;

const USE_STEP = `
  UPDATE operators SET totp_last_step = $2 WHERE id = $1 AND coalesce(totp_last_step, -1) < $2`;

const USE_RECOVERY_CODE = `
  UPDATE operators SET recovery_code_hashes = array_remove(recovery_code_hashes, $2)
  WHERE id = $1 AND $2 = ANY (recovery_code_hashes)`;
