import { SetMetadata } from '@nestjs/common';

export const PUBLIC_ROUTE = 'souk:public-route';

/** Lets callers without a token use a route. All other routes need a token. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(PUBLIC_ROUTE, true);
