import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Validity } from '../../common/http/validity.js';
import { LOGGER, loggableError } from '../../common/logger.js';
import type { Revisions } from '../../database/revision/revisions.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { AccessRepository, USE_NOTED_EVERY, type Access } from './access.repository.js';
import {
  ApiNotPermittedError,
  IpNotAllowedError,
  MaintenanceError,
  TokenInvalidError,
} from '../account.errors.js';
import { isInRanges } from '../../common/ip-range.js';
import { KnownTokens } from './known/known-tokens.js';
import type { Principal } from './principal.js';
import { hashOfToken } from './token-secret.js';

/** Most tokens that are remembered: some ten megabytes. */
const REMEMBERED = 10_000;
/** Longest token that is looked at, in characters; our own have 64, but an operator's SQL may have made others. */
const LONGEST_TOKEN = 256;

/** A token's access that is being read. */
interface Reading {
  /** When it began, by `performance.now()`. */
  readonly at: number;
  readonly access: Promise<Access>;
}

/** Decides who a caller is and whether it may come in. */
@Injectable()
export class AccessService {
  /** By the hash of a token that there is. Each is good for its own revision only, so none has to be taken out. */
  private readonly remembered = new LRUCache<string, Access>({ max: REMEMBERED });
  private readonly readings = new Map<string, Reading>();

  constructor(
    private readonly accesses: AccessRepository,
    private readonly known: KnownTokens,
    private readonly revisions: RevisionWatch,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * What a token opens, before the account's own rules are checked: a refusal by them is already answered in the
   * account's own error status mode.
   * @throws TokenInvalidError (121)
   */
  async accessOf(token: string): Promise<Access> {
    if (token.length > LONGEST_TOKEN) throw new TokenInvalidError();
    const hash = hashOfToken(token);
    const revisions = this.revisions.fresh ?? (await this.revisions.current());
    const key = keyOf(hash);
    const remembered = this.remembered.get(key);
    if (remembered && isOf(revisions, remembered)) {
      if (isLive(remembered)) return remembered;
      if (hadExpired(remembered)) throw new TokenInvalidError();
    }
    // What was there once may still be; what never was costs no statement of its own.
    if (!remembered && !(await this.known.mayOpen(hash))) throw new TokenInvalidError();
    const reading = this.readings.get(key);
    // What it brings would be good if it were remembered already.
    return reading && reading.at > revisions.at ? reading.access : this.readForAll(key, hash);
  }

  /** A thousand requests with one token that come at once do not take as many statements. */
  private async readForAll(key: string, hash: Buffer): Promise<Access> {
    const reading = { at: performance.now(), access: this.read(hash) };
    this.readings.set(key, reading);
    try {
      return await reading.access;
    } finally {
      if (this.readings.get(key) === reading) this.readings.delete(key);
    }
  }

  /** The same as committed now. @throws TokenInvalidError (121) */
  presentAccess({ tokenHash }: Access): Promise<Access> {
    return this.read(tokenHash);
  }

  private async read(hash: Buffer): Promise<Access> {
    const access = await this.accesses.findByTokenHash(hash);
    if (access) this.remembered.set(keyOf(hash), access);
    else this.forget(hash);
    if (!access || !isLive(access)) throw new TokenInvalidError();
    return access;
  }

  /**
   * Lets a caller in, by the checks in the order of their codes.
   * @throws ApiNotPermittedError (122), IpNotAllowedError (123), MaintenanceError (130)
   */
  admit(access: Access, address: string | undefined): Principal {
    if (!access.apiPermitted) throw new ApiNotPermittedError();
    if (access.allowedIps.length > 0 && !isInRanges(address, access.allowedIps)) {
      throw new IpNotAllowedError();
    }
    if (access.maintenance) throw new MaintenanceError();
    this.noteUse(access);
    return access.principal;
  }

  /**
   * How long the same caller would be let in again, from whatever address; undefined when that depends on its
   * address. It ends once a minute at least, so that the last use of the token is noted.
   */
  validityOf(access: Access): Validity | undefined {
    if (access.allowedIps.length > 0) return undefined;
    const { accessRevision } = access.principal;
    const isValid = (): boolean =>
      this.revisions.fresh?.access === accessRevision &&
      performance.now() < Math.min(access.liveUntil, access.noteUseAfter);
    return { isValid };
  }

  /** Of a token that was deleted. */
  private forget(hash: Buffer): void {
    this.remembered.delete(keyOf(hash));
    this.known.follow(hash);
  }

  /** Nobody waits for this note, and a request does not fail because it could not be written. */
  private noteUse(access: Access): void {
    const now = performance.now();
    if (now < access.noteUseAfter) return;
    access.noteUseAfter = now + USE_NOTED_EVERY;
    const { tokenId } = access;
    this.accesses.noteTokenUse(tokenId).catch((error: unknown) => {
      this.logger.warn(
        { tokenId, err: loggableError(error) },
        'the last use of a token was not noted',
      );
    });
  }
}

function isLive({ liveUntil }: Access): boolean {
  return performance.now() < liveUntil;
}

/** Of one that was expired or revoked when it was read, by the clock of the database. */
function hadExpired({ liveUntil, readAt }: Access): boolean {
  return liveUntil <= readAt;
}

function keyOf(hash: Buffer): string {
  return hash.toString('latin1');
}

/** True for what is of these revisions, or was read later than they were. */
function isOf({ access, at }: Revisions, { principal, readAt }: Access): boolean {
  return principal.accessRevision === access || readAt > at;
}
