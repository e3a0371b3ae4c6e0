import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FlatParameters } from './flat-parameters.js';
import { bodyParameters, urlParameters } from './request-parameters.js';
import type { SoukRequest } from '../souk-request.js';

export const UNCHECKED_PARAMETERS = 'souk:unchecked-parameters';

/** Marks a handler that calls `assertWellFormed` itself, because it has to do something else before. */
export const UncheckedParameters = (): MethodDecorator => SetMetadata(UNCHECKED_PARAMETERS, true);

/**
 * The parameters of a request: those of the URL and, on a POST, those of a form or JSON body. Nest evaluates them after
 * the guards, so the body of a caller without a token is not read.
 */
export const RequestParameters = createParamDecorator(
  async (_: unknown, context: ExecutionContext): Promise<FlatParameters> => {
    const request = context.switchToHttp().getRequest<SoukRequest>();
    return urlParameters(request).and(await bodyParameters(request));
  },
);
