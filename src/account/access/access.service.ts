import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Validity } from '../../common/http/validity.js';
import { LOGGER, loggableError } from '../../common/logger.js';
import type { Revisions } from '../../database/revision/revisions.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { AccessRepository, LAST_USE_INTERVAL_MS, type Access } from './access.repository.js';
import {
  ApiNotPermittedError,
  IpNotAllowedError,
  MaintenanceError,
  ScopeMissingError,
  TokenInvalidError,
} from '../account.errors.js';
import { isInRanges, plainAddress } from '../../common/ip-range.js';
import { KnownTokens } from './known/known-tokens.js';
import { assertOrdersOpen } from './orders-closed.js';
import type { Principal } from './principal.js';
import type { Scope } from './scopes.js';
import { TokenSources } from './source/token-sources.js';
import { hashOfToken } from './token-secret.js';

/** They take some ten megabytes. */
const MAX_CACHED_TOKENS = 10_000;
/** Longer tokens are refused. Issued tokens have 64 characters, but an operator may have inserted others by SQL. */
const MAX_TOKEN_CHARACTERS = 256;
/** The same where a token source is asked. */
const MAX_FOREIGN_TOKEN_CHARACTERS = 4_096;

/** What decides whether a route admits a caller. */
export interface AdmittingRoute {
  /** Undefined for a route that is open to every token. */
  readonly scope: Scope | undefined;
  /** True for a route that is closed with new orders, but for newOrder, which looks its key up first. */
  readonly closesWithOrders: boolean;
}

/** A read of a token's access that is running. */
interface Reading {
  /** When it was sent, by `performance.now()`. */
  readonly at: number;
  readonly access: Promise<Access>;
}

/** Identifies the caller of a request, and decides whether it may use the API. */
@Injectable()
export class AccessService {
  /** By the hash of an existing token. An entry is used only at its access revision, so none has to be invalidated. */
  private readonly cache = new LRUCache<string, Access>({ max: MAX_CACHED_TOKENS });
  private readonly readings = new Map<string, Reading>();

  constructor(
    private readonly accesses: AccessRepository,
    private readonly known: KnownTokens,
    private readonly revisions: RevisionWatch,
    private readonly sources: TokenSources,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The access of a token, before the rules of its account are checked: an error of those checks is answered with the
   * account's own error status mode.
   * @param address of the caller, by whose networks unknown tokens have their turns; undefined if it is unknown.
   * @throws TokenInvalidError (121); 111 when no turn came, or the token source cannot tell now
   */
  async accessOf(token: string, address?: string): Promise<Access> {
    const { isUsed: hasSource } = this.sources;
    const maxCharacters = hasSource ? MAX_FOREIGN_TOKEN_CHARACTERS : MAX_TOKEN_CHARACTERS;
    if (token.length > maxCharacters) throw new TokenInvalidError();
    const hash = hashOfToken(token);
    const revisions = this.revisions.fresh ?? (await this.revisions.current());
    const key = keyOf(hash);
    const cached = this.cache.get(key);
    if (cached && isOf(revisions, cached)) {
      if (isLive(cached)) return cached;
      if (hadExpired(cached)) throw new TokenInvalidError();
    }
    // A token that is not ours is refused without a statement of its own; a cached one is read again as it was before.
    const isOurs = cached
      ? cached.principal.tokenId !== null
      : await this.known.mayExist(hash, address);
    if (!isOurs && !hasSource) throw new TokenInvalidError();
    const reading = this.readings.get(key);
    // A running read that was sent after the revisions were read is as new as this request needs.
    if (reading && reading.at > revisions.at) return reading.access;
    return this.readShared(key, () =>
      isOurs ? this.read(hash) : this.readForeign(token, hash, address),
    );
  }

  /** Reads the access, and shares the statement with concurrent requests of the same token. */
  private async readShared(key: string, read: () => Promise<Access>): Promise<Access> {
    const reading = { at: performance.now(), access: read() };
    this.readings.set(key, reading);
    try {
      return await reading.access;
    } finally {
      if (this.readings.get(key) === reading) this.readings.delete(key);
    }
  }

  /**
   * Notes the first use of a successor, and reads its access again. The request waits for it: if it were noted later, a
   * token in use might be replaced.
   * @throws TokenInvalidError (121), 111
   */
  async beginUse(
    token: string,
    access: Access,
    unusedId: number,
    address: string | undefined,
  ): Promise<Access> {
    const { accountId } = access.principal;
    await this.accesses.beginUse(accountId, unusedId, hashOfToken(token));
    return this.presentAccess(token, access, address);
  }

  /** Reads the access again, as it is committed now. @throws TokenInvalidError (121), 111 */
  presentAccess(
    token: string,
    { principal: { tokenId } }: Access,
    address: string | undefined,
  ): Promise<Access> {
    const hash = hashOfToken(token);
    return tokenId === null ? this.readForeign(token, hash, address) : this.read(hash);
  }

  private async read(hash: Buffer): Promise<Access> {
    const access = await this.accesses.findByTokenHash(hash);
    if (access) this.cache.set(keyOf(hash), access);
    else this.forget(hash);
    if (!access || !isLive(access)) throw new TokenInvalidError();
    return access;
  }

  /**
   * Reads the account of a token that the token source knows; the source is asked once its last answer has ended, and
   * never about a token of ours, such as a revoked one.
   */
  private async readForeign(
    token: string,
    hash: Buffer,
    address: string | undefined,
  ): Promise<Access> {
    const key = keyOf(hash);
    if (!this.sources.hasAnswered(key) && (await this.known.isRecorded(hash, address))) {
      return this.read(hash);
    }
    const found = await this.sources.find(token, key, address);
    const access = found ? await this.accesses.findByAccount(found, hash) : null;
    if (access === 'ours') return this.read(hash);
    if (found && !access) this.sources.refuse(key, found.accountId);
    if (access && isLive(access)) {
      this.cache.set(key, access);
      return access;
    }
    this.cache.delete(key);
    throw new TokenInvalidError();
  }

  /**
   * Admits a caller, by the checks in the order of their codes.
   * @throws ApiNotPermittedError (122), IpNotAllowedError (123), ScopeMissingError (124), MaintenanceError (130)
   */
  admit(access: Access, address: string | undefined, route: AdmittingRoute): Principal {
    if (!access.apiPermitted) throw new ApiNotPermittedError();
    if (access.allowedIps.some((ranges) => !isInRanges(address, ranges))) {
      throw new IpNotAllowedError(address && plainAddress(address));
    }
    const { scope, closesWithOrders } = route;
    if (scope !== undefined && !access.scopes.includes(scope)) throw new ScopeMissingError(scope);
    if (access.closed === 'everything') throw new MaintenanceError('everything');
    if (closesWithOrders) assertOrdersOpen(access.principal);
    this.noteUse(access, address);
    return access.principal;
  }

  /**
   * The validity of an admission: while it is valid, the same caller would be admitted again. Undefined if that depends
   * on the caller's address. It ends after a minute, so that the last use is written.
   */
  validityOf(access: Access): Validity | undefined {
    if (access.allowedIps.length > 0) return undefined;
    const { accessRevision } = access.principal;
    const isValid = (): boolean =>
      this.revisions.fresh?.access === accessRevision &&
      performance.now() < Math.min(access.liveUntil, access.noteUseAfter);
    return { isValid };
  }

  /** Removes a deleted token. */
  private forget(hash: Buffer): void {
    this.cache.delete(keyOf(hash));
    this.known.refresh(hash);
  }

  /** Runs in the background: a request neither waits for it nor fails with it. */
  private noteUse(access: Access, address: string | undefined): void {
    const now = performance.now();
    if (now < access.noteUseAfter) return;
    access.noteUseAfter = now + LAST_USE_INTERVAL_MS;
    const { tokenId } = access.principal;
    if (tokenId === null) return;
    this.accesses
      .noteTokenUse(tokenId, address && plainAddress(address))
      .catch((error: unknown) => {
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

/** True if the token was expired or revoked when it was read, by the clock of the database. */
function hadExpired({ liveUntil, readAt }: Access): boolean {
  return liveUntil <= readAt;
}

function keyOf(hash: Buffer): string {
  return hash.toString('latin1');
}

/** True if the access has the given access revision, or was read after it. */
function isOf({ access, at }: Revisions, { principal, readAt }: Access): boolean {
  return principal.accessRevision === access || readAt > at;
}
