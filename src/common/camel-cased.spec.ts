import { camelCased } from './camel-cased.js';

it('gives what a request names the names of services, and leaves out what was left out', () => {
  const input = { group_id: null, two_factor_required: false, name: 'Acme', email: undefined };
  const named = { groupId: null, twoFactorRequired: false, name: 'Acme' };
  expect(camelCased(input)).toStrictEqual(named);
});
