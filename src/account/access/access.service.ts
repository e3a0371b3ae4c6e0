import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { AccessRepository, type Access } from './access.repository.js';
import {
  ApiNotPermittedError,
  IpNotAllowedError,
  MaintenanceError,
  TokenInvalidError,
} from '../account.errors.js';
import { isInRanges } from './ip-range.js';
import type { Principal } from './principal.js';
import { hashOfToken } from './token-secret.js';

/** Decides who a caller is and whether it may come in. */
@Injectable()
export class AccessService {
  constructor(
    private readonly accesses: AccessRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * What a token opens, before the account's own rules are checked: a refusal by them is already answered in the
   * account's own error status mode.
   * @throws TokenInvalidError (121)
   */
  async accessOf(token: string): Promise<Access> {
    const access = await this.accesses.findByTokenHash(hashOfToken(token));
    if (!access?.tokenLive) throw new TokenInvalidError();
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
    if (access.lastUseStale) this.noteUse(access.tokenId);
    return access.principal;
  }

  /** Nobody waits for this note, and a request does not fail because it could not be written. */
  private noteUse(tokenId: number): void {
    this.accesses.noteTokenUse(tokenId).catch((error: unknown) => {
      this.logger.warn(
        { tokenId, err: loggableError(error) },
        'the last use of a token was not noted',
      );
    });
  }
}
