/** Path prefix of all routes of the admin API but its description. */
export const ADMIN_API = 'admin/api/v1';

const BELOW_ADMIN = /^\/admin(?:\/|$)/i;

/** True for a path that the admin API answers for, whether it has such a route or not. Express ignores letter case. */
export function isBelowAdmin(path: string): boolean {
  return BELOW_ADMIN.test(path);
}
