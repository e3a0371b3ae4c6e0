import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { ownFields } from '../../operations/fields/described-field.js';

/** Where the compiler notes the type of a property. */
const TYPE = 'design:type';

const described = new WeakSet<Type>();

/** Has the OpenAPI document describe a class, and those that it extends, by their fields. @returns the class */
export function describedClass<T extends Type>(type: T): T {
  if (described.has(type)) return type;
  described.add(type);
  const parent = Object.getPrototypeOf(type) as Type | null;
  if (parent?.prototype) describedClass(parent);
  for (const { name, schema, models = [] } of ownFields(type)) {
    const prototype = type.prototype as object;
    // Of what is declared without a class, there is none.
    if (!Reflect.hasMetadata(TYPE, prototype, name))
      Reflect.defineMetadata(TYPE, Object, prototype, name);
    ApiProperty(schema)(prototype, name);
    if (models.length > 0) ApiExtraModels(...models.map(describedClass))(type);
    const [nested] = [schema.type].flat();
    if (typeof nested === 'function') describedClass(nested as Type);
  }
  return type;
}
