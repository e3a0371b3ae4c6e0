import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { NestedTurns } from '../../common/nested-turns.js';
import { busyUnlessInTime } from '../busy-unless-in-time.js';
import {
  isOutdated,
  passwordText,
  PRESENT_COST,
  storedPassword,
  type StoredPassword,
} from './password-text.js';
import { fitsPassword, normalPassword } from './password-rules.js';

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** One at a time: each takes a thread of the few that file and DNS work shares, and a processor that orders need. */
const LIMITS = { concurrent: 1, waiting: 32, waitMs: 7_500, workMs: 10_000 };

const compute = promisify(argon2);

/** How a typed password compares with the stored one. */
export interface PasswordCheck {
  readonly isRight: boolean;
  /** True for a right one that should be hashed anew. */
  readonly isOutdated: boolean;
}

/** Hashes passwords by argon2id. */
@Injectable()
export class PasswordHashing {
  private readonly turns = new NestedTurns(LIMITS);
  /** Compared with where there is no stored password, so that the time does not tell which names exist. */
  private readonly nobodys: StoredPassword = {
    cost: PRESENT_COST,
    salt: randomBytes(SALT_BYTES),
    hash: randomBytes(HASH_BYTES),
  };

  /** The text to store. @throws SignInBusyError when too many wait already, or hashing takes too long */
  async hash(password: string): Promise<string> {
    const fresh = {
      cost: PRESENT_COST,
      salt: randomBytes(SALT_BYTES),
      hash: Buffer.alloc(HASH_BYTES),
    };
    return passwordText({ ...fresh, hash: await this.computed(password, fresh) });
  }

  /**
   * @param stored null for an operator that has no password, or does not exist.
   * @throws SignInBusyError when too many wait already, or hashing takes too long
   */
  async check(password: string, stored: string | null): Promise<PasswordCheck> {
    const known = stored === null ? undefined : storedPassword(stored);
    if (!fitsPassword(password)) return { isRight: false, isOutdated: false };
    const { hash } = known ?? this.nobodys;
    const isEqual = timingSafeEqual(await this.computed(password, known ?? this.nobodys), hash);
    const isRight = isEqual && known !== undefined;
    return { isRight, isOutdated: isRight && isOutdated(known) };
  }

  private computed(password: string, { cost, salt, hash }: StoredPassword): Promise<Buffer> {
    const parameters = {
      message: normalPassword(password),
      nonce: salt,
      memory: cost.memoryKib,
      passes: cost.passes,
      parallelism: cost.lanes,
      tagLength: hash.length,
    };
    return busyUnlessInTime(this.turns.run([], () => compute('argon2id', parameters)));
  }
}
