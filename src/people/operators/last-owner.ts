/** An owner who is not disabled. */
export interface ActiveOwner {
  readonly id: number;
  /** False until a password is set, and after a reset. */
  readonly hasPassword: boolean;
  /** True once a password was set. */
  readonly hadPassword: boolean;
}

/**
 * False if the shop would be left without an owner who can sign in: one with a password has to stay. Until an owner has
 * set a password, any owner is enough.
 * @param leaving the id of the operator that is no owner afterwards.
 */
export function mayLeaveOwners(owners: readonly ActiveOwner[], leaving: number): boolean {
  if (!owners.some(({ id }) => id === leaving)) return true;
  const others = owners.filter(({ id }) => id !== leaving);
  if (others.some(({ hasPassword }) => hasPassword)) return true;
  return others.length > 0 && !owners.some(({ hadPassword }) => hadPassword);
}
