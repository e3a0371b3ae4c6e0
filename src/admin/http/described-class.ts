import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ownFields } from '../../operations/fields/described-field.js';

const described = new WeakSet<Type>();

/** Has the OpenAPI document describe a class, and those that it extends, by their fields. @returns the class */
export function describedClass<T extends Type>(type: T): T {
  if (described.has(type)) return type;
  described.add(type);
  const parent = Object.getPrototypeOf(type) as Type | null;
  if (parent?.prototype) describedClass(parent);
  for (const { name, schema } of ownFields(type)) {
    ApiProperty(schema)(type.prototype as object, name);
    const [nested] = [schema.type].flat();
    if (typeof nested === 'function') describedClass(nested as Type);
  }
  return type;
}
