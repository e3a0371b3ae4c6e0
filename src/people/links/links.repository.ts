import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { hashOfToken } from '../../account/access/token-secret.js';
import { nameOfActor } from '../operators/operator-name.js';
import { SignInProofs } from '../proofs/sign-in-proofs.js';

/** A link that may be used. */
export interface OpenLink {
  /** Null for the link of the first operator. */
  readonly operatorId: number | null;
  readonly name: string | null;
  /** True if it signs its operator in; else it sets the password. */
  readonly signsIn: boolean;
}

const LIFETIME_HOURS = 24;
/** Of a link that signs in. */
export const SIGN_IN_LINK_MINUTES = 10;

/** One-time links by which operators set their passwords or sign in. A link that was used or replaced is deleted. */
@Injectable()
export class LinksRepository {
  constructor(
    private readonly database: Database,
    private readonly proofs: SignInProofs,
  ) {}

  /**
   * Replaces earlier links of the operator.
   * @returns the secret of a new one; it is stored as a hash only, so this is the only time when it can be shown.
   */
  async replace(
    manager: EntityManager,
    operatorId: number,
    use: 'sets-password' | 'signs-in',
  ): Promise<string> {
    await this.drop(manager, operatorId);
    const secret = await this.proofs.newLink(manager);
    const statement = use === 'signs-in' ? ADD_SIGN_IN : ADD;
    await manager.query(statement, [operatorId, hashOfToken(secret)]);
    return secret;
  }

  /** Replaces the link of the first operator. @returns undefined, with no such link left, if there are operators */
  replaceFirst(): Promise<string | undefined> {
    return this.database.transaction(async (manager) => {
      await this.drop(manager, null);
      const secret = await this.proofs.newLink(manager);
      const added = await manager.query<unknown[]>(ADD_FIRST, [hashOfToken(secret)]);
      return added.length === 1 ? secret : undefined;
    });
  }

  async drop(manager: EntityManager, operatorId: number | null): Promise<void> {
    await manager.query(DROP, [operatorId]);
  }

  /** Of all operators, and of the first one. */
  async dropAll(manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM operator_links');
  }

  async find(hash: Buffer): Promise<OpenLink | undefined> {
    const rows = await this.database.manager.query<
      { operatorId: number | null; actor: string | null; signsIn: boolean }[]
    >(FIND, [hash]);
    return rows.map(({ operatorId, actor, signsIn }) => ({
      operatorId,
      signsIn,
      name: actor === null ? null : nameOfActor(actor),
    }))[0];
  }

  /** Uses a link up; of concurrent uses, one succeeds. @returns false if it is not open any more */
  async use(manager: EntityManager, hash: Buffer): Promise<boolean> {
    const [, count] = await manager.query<[unknown, number]>(USE, [hash]);
    return count === 1;
  }
}

const DROP = 'DELETE FROM operator_links WHERE operator_id IS NOT DISTINCT FROM $1';

const ADD = `
  INSERT INTO operator_links (operator_id, secret_hash, expires_at)
  VALUES ($1, $2, now() + interval '${LIFETIME_HOURS} hours')`;

const ADD_SIGN_IN = `
  INSERT INTO operator_links (operator_id, secret_hash, expires_at, signs_in)
  VALUES ($1, $2, now() + interval '${SIGN_IN_LINK_MINUTES} minutes', true)`;

const ADD_FIRST = `
  INSERT INTO operator_links (secret_hash, expires_at)
  SELECT $1, now() + interval '${LIFETIME_HOURS} hours'
  WHERE NOT EXISTS (SELECT FROM operators WHERE role IS NOT NULL)
  RETURNING id`;

const FIND = `
  SELECT link.operator_id AS "operatorId", operator.name AS actor, link.signs_in AS "signsIn"
  FROM operator_links link LEFT JOIN operators operator ON operator.id = link.operator_id
  WHERE link.secret_hash = $1 AND link.expires_at > now() AND operator.disabled_at IS NULL`;

const USE = 'DELETE FROM operator_links WHERE secret_hash = $1 AND expires_at > now()';
