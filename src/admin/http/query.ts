import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { urlParameters } from '../../common/http/parameters/request-parameters.js';
import type { SoukRequest } from '../../common/http/souk-request.js';
import { CheckedPipe } from './checked.pipe.js';

/** The parameters of the URL by name. A repeated one has a list as its value, which no check takes. */
export function queryOf(request: SoukRequest): object {
  const parameters = urlParameters(request);
  const values = Map.groupBy(parameters.except(new Set()), ([name]) => name);
  return Object.fromEntries(
    [...values].map(([name, all]) => {
      const texts = all.map(([, value]) => value);
      return [name, texts.length === 1 ? texts[0] : texts];
    }),
  );
}

const QueryObject = createParamDecorator((_: unknown, context: ExecutionContext): object =>
  queryOf(context.switchToHttp().getRequest<SoukRequest>()),
);

/** The parameters of the URL as an object of the class, as an argument of a handler. */
export const Parameters = (type: Type<object>): ParameterDecorator =>
  QueryObject(new CheckedPipe(type));
