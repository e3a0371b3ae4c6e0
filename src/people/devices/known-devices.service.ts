import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { actorOf } from '../operators/operator-name.js';
import { SignInProofs } from '../proofs/sign-in-proofs.js';

/** For so long after a sign-in its device is known. */
export const DEVICE_KNOWN_DAYS = 90;

/** A device that the shop has given a cookie, which may be void meanwhile. */
export interface Device {
  readonly id: string;
  readonly operatorId: number;
  readonly generation: number;
  readonly issuedAtSeconds: number;
}

const ID_BYTES = 8;
const TEXT = /^(\d{1,10})\.(\d{1,10})\.(\d{1,12})\.([0-9a-f]{16})$/;

/**
 * Devices on which an operator has signed in. That proves nobody's identity: it keeps a place for their attempts, which
 * strangers do not take.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly database: Database,
    private readonly proofs: SignInProofs,
  ) {}

  /** What the device keeps; in the transaction that signs its operator in. */
  async issue(manager: EntityManager, operatorId: number): Promise<string> {
    const [{ generation, now }] = await manager.query<[{ generation: number; now: string }]>(
      PRESENT,
      [operatorId],
    );
    const id = randomBytes(ID_BYTES).toString('hex');
    return this.proofs.prove('device', [operatorId, generation, now, id].join('.'), manager);
  }

  /** @returns undefined for what `issue` has not made; costs no look into the database */
  async read(cookie: string | undefined): Promise<Device | undefined> {
    const text = cookie === undefined ? undefined : await this.proofs.check('device', cookie);
    const [, operatorId, generation, issuedAt, id = ''] = TEXT.exec(text ?? '') ?? [];
    if (operatorId === undefined) return undefined;
    return {
      id,
      operatorId: Number(operatorId),
      generation: Number(generation),
      issuedAtSeconds: Number(issuedAt),
    };
  }

  /**
   * True if the operator of this name has signed in on the device within `DEVICE_KNOWN_DAYS`, and neither was disabled nor has
   * got another password since.
   * @param name normal, but of an untrusted caller.
   */
  async isOf(device: Device, name: string): Promise<boolean> {
    const { operatorId, generation, issuedAtSeconds } = device;
    const values = [operatorId, generation, issuedAtSeconds];
    const [row] = await this.database.manager.query<{ actor: string }[]>(KNOWN, values);
    return row?.actor === actorOf(name);
  }
}

const PRESENT = `
  SELECT device_generation AS generation, extract(epoch FROM now())::bigint AS now
  FROM operators WHERE id = $1`;

const KNOWN = `
  SELECT name AS actor FROM operators
  WHERE id = $1 AND device_generation = $2 AND disabled_at IS NULL AND password_hash IS NOT NULL
    AND to_timestamp($3) > now() - interval '${DEVICE_KNOWN_DAYS} days'`;
