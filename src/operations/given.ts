/** The properties that were given. */
export function given<T extends object>(values: { [Name in keyof T]?: T[Name] | undefined }): T {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}
