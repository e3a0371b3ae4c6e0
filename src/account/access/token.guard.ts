import type { ServerResponse } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { PUBLIC_ROUTE } from '../../common/http/public.decorator.js';
import type { SoukRequest } from '../../common/http/souk-request.js';
import { TrustedProxies } from '../../common/http/trusted-proxies.js';
import { ALWAYS_VALID } from '../../common/http/validity.js';
import type { Access } from './access.repository.js';
import { AccessService } from './access.service.js';
import { TokenMissingError } from '../account.errors.js';
import type { Principal } from './principal.js';
import { RunningRequests } from './running-requests.js';
import { tokenFrom } from './token-header.js';

/** A request that the guard has let in. */
export interface PrincipalRequest extends SoukRequest {
  principal?: Principal;
  /** Decides again whether the caller may come in, by what is committed now. @throws what the guard throws */
  admitAgain?: () => Promise<Principal>;
}

/** The one door: closed for every route that is not marked `@Public()`. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(
    private readonly access: AccessService,
    private readonly running: RunningRequests,
    private readonly proxies: TrustedProxies,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const http = context.switchToHttp();
    const request = http.getRequest<PrincipalRequest>();
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC_ROUTE, targets)) {
      request.validity = ALWAYS_VALID;
      return true;
    }
    const token = tokenFrom(request.headers);
    if (token === undefined) throw new TokenMissingError();
    const access = await this.access.accessOf(token);
    request.accountId = access.principal.accountId;
    request.principal = this.admit(request, access);
    const validity = this.access.validityOf(access);
    if (validity) request.validity = validity;
    request.admitAgain = async () => this.admit(request, await this.access.presentAccess(access));
    if (await this.hasWaited(request, http.getResponse<ServerResponse>())) {
      // Much may have changed meanwhile.
      request.principal = this.admit(request, await this.access.accessOf(token));
    }
    return true;
  }

  /**
   * Begins the request's turn among those of its account, which ends with the making of the answer: to be read slowly
   * takes nothing from others.
   * @throws TooManyRequestsError (111 with 429)
   */
  private async hasWaited(request: PrincipalRequest, response: ServerResponse): Promise<boolean> {
    const accountId = request.principal?.accountId ?? 0;
    const atOnce = this.running.tryAcquire(accountId);
    const end = atOnce ?? (await this.running.acquire(accountId, closed(response)));
    request.onAnswer = end;
    // A caller that went before closes nothing any more, and its turn would never end.
    if (response.closed) end();
    else response.once('close', end);
    return !atOnce;
  }

  private admit(request: PrincipalRequest, access: Access): Principal {
    const { errorHttpStatus } = access.principal;
    if (errorHttpStatus !== null) request.errorStatusMode = errorHttpStatus;
    return this.access.admit(access, this.proxies.callerOf(request));
  }
}

/** Aborted when the connection of an answer is closed, or was closed before. */
function closed(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  return gone.signal;
}
