import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FlatParameters } from './flat-parameters.js';
import { bodyParameters, urlParameters } from './request-parameters.js';
import type { SoukRequest } from '../souk-request.js';

export const UNCHECKED_PARAMETERS = 'souk:unchecked-parameters';

/** For a handler that asserts the soundness of its parameters by itself, after something else it must do first. */
export const UncheckedParameters = (): MethodDecorator => SetMetadata(UNCHECKED_PARAMETERS, true);

/**
 * The request's parameters: those of the URL and, on a POST, those of a form or JSON body. A handler's arguments are
 * read after the guards, so a body is not even received from a caller without a token.
 */
export const RequestParameters = createParamDecorator(
  async (_: unknown, context: ExecutionContext): Promise<FlatParameters> => {
    const request = context.switchToHttp().getRequest<SoukRequest>();
    return urlParameters(request).and(await bodyParameters(request));
  },
);
