import type { Type } from '@nestjs/common';
import { plainToInstance, Transform } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';

/**
 * Reads the settings of a handler as a class with decorators describes them. The reader throws an OperatorError for all
 * other settings.
 * @param sentence the message of that error: which settings the handler takes.
 */
export function settingsReader<T extends object>(type: Type<T>, sentence: string) {
  return (given: FulfillmentSettings): T => {
    // class-transformer follows nested objects to any depth, and leaves out keys such as `constructor`.
    if (!Object.entries(given).every(isPlain)) throw new OperatorError(sentence);
    const settings = plainToInstance(type, given);
    const faults = validateSync(settings, { whitelist: true, forbidNonWhitelisted: true });
    if (faults.length === 0) return settings;
    throw new OperatorError(sentence);
  };
}

function isPlain([key, value]: [string, unknown]): boolean {
  return !(key in Object.prototype) && (typeof value !== 'object' || value === null);
}

/** For a name: the command line parses a name of digits as a number. */
export const NumberAsText = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value));
