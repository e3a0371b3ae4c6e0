import { isBelowAdmin } from './admin-paths.js';

it.each([
  ['/admin', true],
  ['/admin/', true],
  ['/ADMIN/api', true],
  ['/admin/api/v1/me', true],
  ['/administrator', false],
  ['/client/api/admin', false],
  ['/', false],
  ['', false],
])('%j is below /admin: %p', (path, is) => {
  expect(isBelowAdmin(path)).toBe(is);
});
