/** What an operator is in the shop; each role has the permissions that the table of permissions says. */
export const ROLES = ['owner', 'manager', 'support', 'finance', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** @returns the role of that name; undefined for another text. */
export function roleOf(text: string): Role | undefined {
  return ROLES.find((role) => role === text);
}
