import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { TrustedProxies } from '../../common/http/trusted-proxies.js';
import { ProblemError } from '../problems/problem.js';
import { bearerToken } from './bearer.js';
import { Caller, type OperatorRequest } from './caller.js';
import { admissionTo } from './needs-permission.js';
import { TokenLookups } from './token-lookups.js';

/** Guards the routes of the admin API: it admits operators by their bearer tokens, and nobody else. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly tokens: TokenLookups,
    private readonly proxies: TrustedProxies,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<OperatorRequest>();
    const admit = admissionTo('route', this.reflector, context);
    const caller = await this.callerOf(request, admit);
    admit(caller);
    request.operator = caller;
    return true;
  }

  private async callerOf(
    request: OperatorRequest,
    admit: (caller: Caller) => void,
  ): Promise<Caller> {
    const token = bearerToken(request.headers);
    if (token === undefined) {
      throw new ProblemError('not-signed-in', 'Send Authorization: Bearer and a token.');
    }
    const address = this.proxies.callerOf(request) ?? null;
    const principal = await this.tokens.find(token, address);
    if (!principal) throw new ProblemError('not-signed-in', 'The token is not valid.');
    const origin = { door: 'api' as const, address, requestId: request.id };
    return new Caller(principal, origin, () => this.callerOf(request, admit), admit);
  }
}
