import type { PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { invalidFields, type FieldFault } from '../problems/problem.js';
import type { CheckContext } from './fields.js';

const MAX_NAME_CHARACTERS = 60;

/** Turns plain values into an object of a class whose decorators describe them. Other fields are refused. */
export class CheckedPipe<T extends object> implements PipeTransform<object, T> {
  constructor(private readonly type: Type<T>) {}

  /** @throws ProblemError with an entry for each wrong field */
  transform(given: object): T {
    const names = new Set(fieldsOf(this.type));
    const unknown = Object.keys(given).filter((name) => !names.has(name));
    // Fields of no class are left out first: class-transformer ignores some of them, such as `constructor`.
    const known = Object.entries(given).filter(([name]) => names.has(name));
    const instance = plainToInstance(this.type, Object.fromEntries(known));
    const faults = validateSync(instance, { forbidUnknownValues: false }).map(
      ({ property, constraints, contexts }): FieldFault => {
        // Each field has one check.
        const context = Object.values(contexts ?? {})[0] as CheckContext | undefined;
        const message = Object.values(constraints ?? {}).join('; ');
        return { field: property, message, messageKey: context?.messageKey };
      },
    );
    const errors = [...unknown.map(unknownField), ...faults];
    if (errors.length > 0) throw invalidFields(errors);
    return instance;
  }
}

function fieldsOf(type: Type): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return rules.map(({ propertyName }) => propertyName);
}

function unknownField(name: string): FieldFault {
  return { field: name.slice(0, MAX_NAME_CHARACTERS), message: 'is no field of this request' };
}
