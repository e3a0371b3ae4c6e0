import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Role } from '../permissions/roles.js';
import type { ActiveOwner } from './last-owner.js';
import { actorOf, nameOfActor } from './operator-name.js';

/** Somebody with a role in the shop. */
export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly hasPassword: boolean;
  /** True once the second factor is confirmed. */
  readonly twoFactor: boolean;
  readonly twoFactorRequired: boolean;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
}

/** What is changed; what is left out stays. */
export interface OperatorChange {
  readonly role?: Role;
  readonly twoFactorRequired?: boolean;
}

type Row = Omit<Operator, 'name'> & { readonly actor: string };

/** The operators with a role. The table has other names, too, which only ledgers and the audit use. */
@Injectable()
export class OperatorsRepository {
  constructor(private readonly database: Database) {}

  /** Gives a role to a new name, or to one that had none. @returns undefined if it has one */
  async add(manager: EntityManager, name: string, role: Role): Promise<Operator | undefined> {
    const rows = await manager.query<Row[]>(ADD, [actorOf(name), role]);
    return rows.map(operatorOf)[0];
  }

  async find(name: string): Promise<Operator | undefined> {
    const rows = await this.database.manager.query<Row[]>(FIND, [actorOf(name)]);
    return rows.map(operatorOf)[0];
  }

  /** Locks the operator until the end of the transaction. Whatever ends or begins its sessions does so first. */
  async lock(manager: EntityManager, name: string): Promise<Operator | undefined> {
    const rows = await manager.query<Row[]>(`${FIND} FOR NO KEY UPDATE`, [actorOf(name)]);
    return rows.map(operatorOf)[0];
  }

  async lockById(manager: EntityManager, id: number): Promise<Operator | undefined> {
    const rows = await manager.query<Row[]>(`${FIND_BY_ID} FOR NO KEY UPDATE`, [id]);
    return rows.map(operatorOf)[0];
  }

  /** Locks the owners that are not disabled, always in the same order. */
  lockOwners(manager: EntityManager): Promise<ActiveOwner[]> {
    return manager.query(LOCK_OWNERS);
  }

  /** At most `limit` operators whose names come after the given one, by name. */
  async page(after: string | undefined, limit: number): Promise<Operator[]> {
    const key = after === undefined ? '' : actorOf(after);
    return (await this.database.manager.query<Row[]>(PAGE, [key, limit])).map(operatorOf);
  }

  async list(): Promise<Operator[]> {
    return (await this.database.manager.query<Row[]>(LIST)).map(operatorOf);
  }

  /** True if anybody has a role. */
  async exist(manager = this.database.manager): Promise<boolean> {
    const [{ exist }] = await manager.query<[{ exist: boolean }]>(EXIST);
    return exist;
  }

  async change(manager: EntityManager, id: number, change: OperatorChange): Promise<void> {
    await manager.query(CHANGE, [id, change.role ?? null, change.twoFactorRequired ?? null]);
  }

  async setDisabled(manager: EntityManager, id: number, isDisabled: boolean): Promise<void> {
    await manager.query(isDisabled ? DISABLE : ENABLE, [id]);
  }
}

function operatorOf({ actor, ...row }: Row): Operator {
  return { ...row, name: nameOfActor(actor) };
}

const COLUMNS = `
  id, name AS actor, role, password_hash IS NOT NULL AS "hasPassword",
  totp_confirmed_at IS NOT NULL AS "twoFactor", two_factor_required AS "twoFactorRequired",
  created_at AS "createdAt", disabled_at AS "disabledAt"`;

const ADD = `
  INSERT INTO operators (name, role) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET role = excluded.role WHERE operators.role IS NULL
  RETURNING ${COLUMNS}`;

const FIND = `SELECT ${COLUMNS} FROM operators WHERE name = $1 AND role IS NOT NULL`;

const FIND_BY_ID = `SELECT ${COLUMNS} FROM operators WHERE id = $1 AND role IS NOT NULL`;

const LIST = `SELECT ${COLUMNS} FROM operators WHERE role IS NOT NULL ORDER BY name`;

const PAGE = `
  SELECT ${COLUMNS} FROM operators WHERE role IS NOT NULL AND name > $1 ORDER BY name LIMIT $2`;

const EXIST = 'SELECT EXISTS (SELECT FROM operators WHERE role IS NOT NULL) AS exist';

const LOCK_OWNERS = `
  SELECT id, password_hash IS NOT NULL AS "hasPassword",
         had_password OR password_hash IS NOT NULL AS "hadPassword"
  FROM operators
  WHERE role = 'owner' AND disabled_at IS NULL ORDER BY id FOR NO KEY UPDATE`;

const CHANGE = `
  UPDATE operators
  SET role = coalesce($2, role), two_factor_required = coalesce($3::boolean, two_factor_required)
  WHERE id = $1`;

/** Its devices are not known any more, also when it is enabled again. */
const DISABLE = `
  UPDATE operators SET disabled_at = now(), device_generation = device_generation + 1
  WHERE id = $1 AND disabled_at IS NULL`;

const ENABLE = 'UPDATE operators SET disabled_at = NULL WHERE id = $1';
