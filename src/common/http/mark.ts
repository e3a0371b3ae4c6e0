import { Reflector } from '@nestjs/core';

/** A decorator of handlers that says something of them without a value; `Reflector.get` answers true for those that have it. */
export const mark = () => Reflector.createDecorator<undefined, boolean>({ transform: () => true });
