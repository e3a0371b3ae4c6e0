import { Injectable } from '@nestjs/common';
import { TrustedProxies } from '../../common/http/trusted-proxies.js';
import type { SignInOrigin } from '../../operators/sign-in/sign-in.service.js';
import type { ConsoleRequest } from '../visit/visit.js';

/** From where a request comes that signs somebody in. */
@Injectable()
export class SignInOrigins {
  constructor(private readonly proxies: TrustedProxies) {}

  of(request: ConsoleRequest): SignInOrigin {
    return {
      address: this.proxies.callerOf(request) ?? null,
      requestId: request.id,
      device: request.headers['user-agent'] ?? '',
    };
  }
}
