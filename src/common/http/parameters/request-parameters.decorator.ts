import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FlatParameters } from './flat-parameters.js';
import { allParameters } from './request-parameters.js';
import type { SoukRequest } from '../souk-request.js';

export const UNCHECKED_PARAMETERS = 'souk:unchecked-parameters';

/** Marks a handler that calls `assertWellFormed` itself, because it has to do something else before. */
export const UncheckedParameters = (): MethodDecorator => SetMetadata(UNCHECKED_PARAMETERS, true);

/**
 * All parameters of a request, as an argument of a handler. Nest evaluates them after the guards, so the body of a
 * caller without a token is not read.
 */
export const RequestParameters = createParamDecorator(
  (_: unknown, context: ExecutionContext): Promise<FlatParameters> =>
    allParameters(context.switchToHttp().getRequest<SoukRequest>()),
);
