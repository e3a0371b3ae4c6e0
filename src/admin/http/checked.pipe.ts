import type { PipeTransform, Type } from '@nestjs/common';
import { checkedInput } from '../../operations/fields/checked-input.js';

/**
 * Plain values as an object of a class whose decorators describe them.
 * @throws InvalidFieldsError
 */
export class CheckedPipe<T extends object> implements PipeTransform<object, T> {
  constructor(private readonly type: Type<T>) {}

  transform(given: object): T {
    return checkedInput(this.type, given);
  }
}
