import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { UNCHECKED_PARAMETERS } from './request-parameters.decorator.js';
import { urlParameters } from './request-parameters.js';
import type { SoukRequest } from '../souk-request.js';

/** Refuses a malformed URL (114) on every route, whether it reads parameters or not. */
@Injectable()
export class WellFormedRequestGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.reflector.get<boolean>(UNCHECKED_PARAMETERS, context.getHandler())) {
      urlParameters(context.switchToHttp().getRequest<SoukRequest>()).assertWellFormed();
    }
    return true;
  }
}
