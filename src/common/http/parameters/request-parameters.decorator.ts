import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FlatParameters } from './flat-parameters.js';
import { allParameters } from './request-parameters.js';
import type { SoukRequest } from '../souk-request.js';

export const UNCHECKED_PARAMETERS = 'souk:unchecked-parameters';

/** For a handler that asserts the soundness of its parameters by itself, after something else it must do first. */
export const UncheckedParameters = (): MethodDecorator => SetMetadata(UNCHECKED_PARAMETERS, true);

/**
 * The parameters of the request, as an argument of a handler. Arguments are read after the guards, so no body is
 * received from a caller without a token.
 */
export const RequestParameters = createParamDecorator(
  (_: unknown, context: ExecutionContext): Promise<FlatParameters> =>
    allParameters(context.switchToHttp().getRequest<SoukRequest>()),
);
