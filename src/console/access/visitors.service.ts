import { Injectable } from '@nestjs/common';
import { Caller } from '../../admin/access/caller.js';
import { TrustedProxies } from '../../common/http/trusted-proxies.js';
import type { SessionPrincipal } from '../../people/sessions/operator-sessions.service.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { SessionCookie } from './session-cookie.js';
import { SessionLookups } from './session-lookups.js';

/** Who asks for an address that no guard stands before, since there is no page. It admits nobody to anything. */
@Injectable()
export class Visitors {
  constructor(
    private readonly sessions: SessionLookups,
    private readonly cookie: SessionCookie,
    private readonly proxies: TrustedProxies,
  ) {}

  /** Undefined for a stranger, and while it cannot be told. */
  async operatorOf(request: ConsoleRequest): Promise<Caller<SessionPrincipal> | undefined> {
    const secret = this.cookie.read(request.headers);
    if (secret === undefined) return undefined;
    const address = this.proxies.callerOf(request) ?? null;
    const principal = await this.sessions.find(secret, address, 'unnoted').catch(() => undefined);
    if (principal?.stage !== 'full') return undefined;
    return new Caller(
      principal,
      { address, requestId: request.id },
      () => Promise.reject(new Error('nobody was admitted')),
      () => undefined,
    );
  }
}
