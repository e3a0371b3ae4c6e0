import { SetMetadata } from '@nestjs/common';

/** Metadata of a handler. */
export const IS_NO_USE = 'souk:is-no-use';

/** Marks what a page asks for by itself: it keeps no session from ending for want of use. */
export const IsNoUse = (): MethodDecorator => SetMetadata(IS_NO_USE, true);
