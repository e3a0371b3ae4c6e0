import { Injectable } from '@nestjs/common';
import type { SignInOrigin } from '../../people/sign-in/sign-in.service.js';
import { CallerAddresses } from '../access/caller-addresses.js';
import { SessionCookie } from '../access/session-cookie.js';
import type { ConsoleRequest } from '../visit/visit.js';

/** From where a request comes that signs somebody in. */
@Injectable()
export class SignInOrigins {
  constructor(
    private readonly addresses: CallerAddresses,
    private readonly cookie: SessionCookie,
  ) {}

  of(request: ConsoleRequest): SignInOrigin {
    return {
      address: this.addresses.of(request),
      requestId: request.id,
      device: request.headers['user-agent'] ?? '',
      deviceCookie: this.cookie.readDevice(request.headers),
    };
  }
}
