import { SetMetadata } from '@nestjs/common';

export const PUBLIC_ROUTE = 'souk:public-route';

/** Opens a route to callers without a token. Every route without it is closed. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(PUBLIC_ROUTE, true);
