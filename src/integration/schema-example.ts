/** The properties of a JSON Schema that are used for an example. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

type Schemas = Readonly<Record<string, unknown>>;

/**
 * A complete example of a schema, made of the examples of its properties. Where a schema contains itself, as a category
 * contains categories, the inner list is empty.
 */
export function exampleOf(
  schema: Schema,
  schemas: Schemas,
  inside: readonly string[] = [],
): unknown {
  if ('example' in schema) return schema.example;
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    // Of an extension, a schema may contain itself outside of lists, or be missing.
    if (inside.includes(name) || !(name in schemas)) return {};
    return exampleOf(schemas[name] as Schema, schemas, [...inside, name]);
  }
  const [alternative] = schema.oneOf ?? schema.allOf ?? [];
  if (alternative) return exampleOf(alternative, schemas, inside);
  if (schema.enum) return schema.enum[0];
  if (schema.items)
    return holds(schema.items, inside) ? [] : [exampleOf(schema.items, schemas, inside)];
  if (schema.properties) {
    const properties = Object.entries(schema.properties);
    return Object.fromEntries(
      properties.map(([key, value]) => [key, exampleOf(value, schemas, inside)]),
    );
  }
  return schema.type === 'boolean' ? true : schema.type === 'string' ? 'text' : 1;
}

function holds({ $ref }: Schema, inside: readonly string[]): boolean {
  return $ref !== undefined && inside.includes($ref.split('/').at(-1) ?? '');
}
