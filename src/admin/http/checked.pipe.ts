import type { PipeTransform, Type } from '@nestjs/common';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { invalidFields } from '../problems/problem.js';

/**
 * Plain values as an object of a class whose decorators describe them. Other fields are refused.
 * @throws ProblemError with an entry for each wrong field
 */
export function checked<T extends object>(type: Type<T>, given: object): T {
  const result = checkedInput(type, given);
  if ('faults' in result) throw invalidFields(result.faults);
  return result.input;
}

/** The same, as a pipe. */
export class CheckedPipe<T extends object> implements PipeTransform<object, T> {
  constructor(private readonly type: Type<T>) {}

  transform(given: object): T {
    return checked(this.type, given);
  }
}
