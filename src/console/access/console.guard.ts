import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Caller } from '../../admin/access/caller.js';
import { admissionTo } from '../../admin/access/needs-permission.js';
import { isReading } from '../../common/http/souk-request.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import type {
  SessionPrincipal,
  SessionUse,
} from '../../people/sessions/operator-sessions.service.js';
import { SeeOther, SeeOtherError } from '../visit/see-other.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { CallerAddresses } from './caller-addresses.js';
import { IsNoUse } from './no-use.js';
import { OpenToEverybody } from './open-to-everybody.js';
import { CrossSiteError, isSameOrigin } from './same-origin.js';
import { SessionCookie } from './session-cookie.js';
import { SessionLookups } from './session-lookups.js';
import { pageOfStage } from './sign-in-pages.js';

/**
 * Guards the pages of the console: it admits operators by the cookie of their session, and nobody else, and changes only by
 * forms of our own pages.
 */
@Injectable()
export class ConsoleGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionLookups,
    private readonly cookie: SessionCookie,
    private readonly addresses: CallerAddresses,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'BASE_URL'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    if (!isReading(request) && !isSameOrigin(request.headers, this.config.BASE_URL)) {
      throw new CrossSiteError();
    }
    if (this.reflector.get(OpenToEverybody, context.getHandler())) return true;
    const admit = admissionTo('page', this.reflector, context);
    const use = this.reflector.get(IsNoUse, context.getHandler()) ? 'unnoted' : 'noted';
    const caller = await this.callerOf(request, admit, use);
    // Before the permission is asked for, so that the page of a refusal has the navigation of the operator.
    request.operator = caller;
    admit(caller);
    return true;
  }

  private async callerOf(
    request: ConsoleRequest,
    admit: (caller: Caller) => void,
    use: SessionUse,
  ): Promise<Caller<SessionPrincipal>> {
    const secret = this.cookie.read(request.headers);
    const address = this.addresses.of(request);
    const principal =
      secret === undefined ? undefined : await this.sessions.find(secret, address, use);
    if (principal?.stage !== 'full') throw new SeeOtherError(signIn(request, principal));
    const origin = { address, requestId: request.id };
    return new Caller(principal, origin, () => this.callerOf(request, admit, use), admit);
  }
}

/** A page that was only to be read is shown after the sign-in. */
function signIn(request: ConsoleRequest, principal: SessionPrincipal | undefined): SeeOther {
  if (principal) return new SeeOther(pageOfStage(principal.stage));
  return new SeeOther(pageOfStage(undefined), isReading(request) ? { next: nextOf(request) } : {});
}

/** Without what was searched for, which may be a delivered code. */
function nextOf({ url }: ConsoleRequest): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('text');
  return parameters.size > 0 ? `${path}?${parameters.toString()}` : path;
}
