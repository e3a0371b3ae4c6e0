/** A name such as `group_id` as services have it, such as `groupId`. */
export type Camel<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** The same at run time. */
export const camelName = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What a request names, by the names that services have; what was left out stays out. */
export function camelCased<Input extends object>(
  input: Input,
): { [Name in keyof Input as Camel<Name>]: Input[Name] } {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const renamed = given.map(([name, value]) => [camelName(name), value as unknown] as const);
  return Object.fromEntries(renamed) as { [Name in keyof Input as Camel<Name>]: Input[Name] };
}
