/** What an operator is in the shop; each role has the permissions that the table of permissions says. */
export const ROLES = ['owner', 'manager', 'support', 'finance', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
