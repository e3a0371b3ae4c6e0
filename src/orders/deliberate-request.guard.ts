import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { MethodNotAllowedError } from '../common/http/http.errors.js';
import type { SoukRequest } from '../common/http/souk-request.js';

const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-moz'];

/**
 * Ordering by GET is only safe when somebody means it: Express runs a GET handler for HEAD, and browsers and link
 * previews fetch ahead. Neither may ever create an order (405).
 */
@Injectable()
export class DeliberateRequestGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<SoukRequest>();
    if (request.method === 'HEAD') {
      throw new MethodNotAllowedError('HEAD never creates an order', ['GET', 'POST']);
    }
    const prefetch = PREFETCH_HEADERS.some((name) =>
      String(request.headers[name] ?? '')
        .toLowerCase()
        .includes('prefetch'),
    );
    if (prefetch)
      throw new MethodNotAllowedError('A prefetch never creates an order', ['GET', 'POST']);
    return true;
  }
}
