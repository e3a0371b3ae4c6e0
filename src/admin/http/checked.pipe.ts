import type { PipeTransform, Type } from '@nestjs/common';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { invalidFields } from '../problems/problem.js';

/** Turns plain values into an object of a class whose decorators describe them. Other fields are refused. */
export class CheckedPipe<T extends object> implements PipeTransform<object, T> {
  constructor(private readonly type: Type<T>) {}

  /** @throws ProblemError with an entry for each wrong field */
  transform(given: object): T {
    const checked = checkedInput(this.type, given);
    if ('faults' in checked) throw invalidFields(checked.faults);
    return checked.input;
  }
}
