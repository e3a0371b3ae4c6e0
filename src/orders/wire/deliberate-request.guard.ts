import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { MethodNotAllowedError } from '../../common/http/http.errors.js';
import { isSwitchedOn } from '../../common/http/parameters/parsed-parameter.js';
import { urlParameters } from '../../common/http/parameters/request-parameters.js';
import type { SoukRequest } from '../../common/http/souk-request.js';

const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-moz'];

/**
 * Refuses HEAD and prefetch requests (405), which must never create an order: Express runs the GET handler for HEAD,
 * and browsers and link previews prefetch URLs.
 */
@Injectable()
export class DeliberateRequestGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    assertDeliberate(context.switchToHttp().getRequest<SoukRequest>(), 'creates an order');
    return true;
  }
}

/** The same for a check that seals idempotency keys (405); any other check only reads. */
@Injectable()
export class DeliberateSealGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SoukRequest>();
    if (isSwitchedOn(urlParameters(request), 'seal')) assertDeliberate(request, 'seals a key');
    return true;
  }
}

/** @throws MethodNotAllowedError (405) */
function assertDeliberate(request: SoukRequest, effect: string): void {
  if (request.method === 'HEAD') {
    throw new MethodNotAllowedError(`HEAD never ${effect}`, ['GET', 'POST']);
  }
  const prefetch = PREFETCH_HEADERS.some((name) =>
    String(request.headers[name] ?? '')
      .toLowerCase()
      .includes('prefetch'),
  );
  if (prefetch) throw new MethodNotAllowedError(`A prefetch never ${effect}`, ['GET', 'POST']);
}
