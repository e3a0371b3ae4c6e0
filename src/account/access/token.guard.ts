import type { ServerResponse } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { SoukRequest } from '../../common/http/souk-request.js';
import { TrustedProxies } from '../../common/http/trusted-proxies.js';
import { ALWAYS_VALID } from '../../common/http/validity.js';
import type { Access } from './access.repository.js';
import { AccessService, type AdmittingRoute } from './access.service.js';
import { TokenMissingError } from '../account.errors.js';
import { AccountLimits } from '../limits/account-limits.js';
import { RequestLimit } from '../limits/request-limit.js';
import type { Turns } from '../../common/turns.js';
import { GuardedRoutes } from './guarded-routes.js';
import type { Principal } from './principal.js';
import { AccountLanes } from './lanes/account-lanes.js';
import type { Lane } from './lanes/lane.js';
import { RequestTurn } from './lanes/request-turn.js';
import { tokenFrom } from './token-header.js';

/** A request that the guard has admitted. */
export interface PrincipalRequest extends SoukRequest {
  principal?: Principal;
  /** The account's own setting, once the account is known. */
  orderUuidMode?: Principal['orderUuidMode'];
  /** Where the request comes from, once the account is known; undefined if the proxy names no address. */
  callerAddress?: string | undefined;
  /** Calls the guard again, by what is committed now. @throws the errors of the guard */
  admitAgain?: () => Promise<Principal>;
  /** Its slot in the lane of its route. */
  turn?: RequestTurn;
}

/** Guards every route that is not marked `@Public()`. */
@Injectable()
export class TokenGuard implements CanActivate {
  private readonly routes: GuardedRoutes;

  constructor(
    private readonly access: AccessService,
    private readonly lanes: AccountLanes,
    private readonly limits: AccountLimits,
    private readonly proxies: TrustedProxies,
    reflector: Reflector,
  ) {
    this.routes = new GuardedRoutes(reflector);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = this.routes.of(context);
    const http = context.switchToHttp();
    const request = http.getRequest<PrincipalRequest>();
    if (route.isPublic) {
      request.validity = ALWAYS_VALID;
      return true;
    }
    request.placesOrder = route.placesOrder;
    const token = tokenFrom(request.headers);
    if (token === undefined) throw new TokenMissingError();
    const address = this.proxies.callerOf(request);
    let access = await this.access.accessOf(token, address);
    request.accountId = access.principal.accountId;
    request.callerAddress = address;
    const admit = (present: Access): Principal => this.admit(request, present, route);
    request.principal = admit(access);
    const response = http.getResponse<ServerResponse>();
    const limit = RequestLimit.of(this.limits, route.limit, request.principal);
    if (limit) await count(request, response, limit);
    if (await this.takeTurn(request, response, route.lane)) {
      // The access may have changed while the request waited.
      access = await this.access.accessOf(token, address);
      request.principal = admit(access);
    }
    if (access.unusedId !== null) {
      access = await this.access.beginUse(token, access, access.unusedId, address);
      request.principal = admit(access);
    }
    const validity = this.access.validityOf(access);
    if (validity) request.validity = validity;
    request.admitAgain = async () => admit(await this.access.presentAccess(token, access, address));
    return true;
  }

  /**
   * Takes a slot of the account in the lane. It is freed once the answer is made, so a slow reader does not hold it.
   * @returns true if the request had to wait. @throws TooManyRequestsError (111 with 429)
   */
  private takeTurn(
    request: PrincipalRequest,
    response: ServerResponse,
    lane: Lane,
  ): Promise<boolean> {
    const accountId = request.principal?.accountId ?? 0;
    request.tryAcquireSlot = slotsOf(this.lanes.of(lane), accountId);
    const turn = new RequestTurn(this.lanes, lane, accountId, response);
    request.turn = turn;
    request.onAnswer = turn.leave;
    return turn.take();
  }

  private admit(request: PrincipalRequest, access: Access, route: AdmittingRoute): Principal {
    const { errorHttpStatus, orderUuidMode } = access.principal;
    if (errorHttpStatus !== null) request.errorStatusMode = errorHttpStatus;
    request.orderUuidMode = orderUuidMode;
    return this.access.admit(access, request.callerAddress, route);
  }
}

/** The fast path keeps this for long. A closure within a method would keep the request and its response as well. */
function slotsOf(
  turns: Turns<number>,
  accountId: number,
): NonNullable<SoukRequest['tryAcquireSlot']> {
  return () => turns.tryAcquire(accountId);
}

/**
 * Counts the request, unless the fast path has done so, or it was counted before it waited.
 * @throws TooManyRequestsError (111 with 429)
 */
async function count(
  request: SoukRequest,
  response: ServerResponse,
  limit: RequestLimit,
): Promise<void> {
  request.tryCount = limit.tryCount;
  try {
    if (!request.limitHeaders) await limit.count();
  } finally {
    request.limitHeaders ??= limit.headers;
    const [policy = '', quota = '', name = '', rest = ''] = request.limitHeaders;
    response.setHeader(policy, quota).setHeader(name, rest);
  }
}
