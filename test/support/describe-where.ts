/**
 * Tests that need more than every machine has; elsewhere they are skipped, and the report says why.
 * @param missing what this machine lacks; undefined if it lacks nothing.
 */
export function describeWhere(missing: string | undefined, title: string, tests: () => void): void {
  if (missing === undefined) describe(title, tests);
  else describe.skip(`${title} (skipped: ${missing})`, tests);
}
