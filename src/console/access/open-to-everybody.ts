import { SetMetadata } from '@nestjs/common';

/** Metadata of a handler. */
export const OPEN_TO_EVERYBODY = 'souk:open-to-everybody';

/** Opens a page of the console to those who have not signed in. */
export const OpenToEverybody = (): MethodDecorator => SetMetadata(OPEN_TO_EVERYBODY, true);
