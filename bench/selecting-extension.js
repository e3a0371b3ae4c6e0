import { checkingExtension } from './checking-extension.js';

/** Checks every order by the least statement. */
export const extension = checkingExtension(async (manager) => {
  await manager.query('SELECT 1');
});
