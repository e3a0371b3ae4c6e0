import {
  PERMISSION_NAMES,
  PERMISSIONS,
  permissionsOf,
  permissionsOfToken,
  roleMay,
  roleMayAll,
} from './permissions.js';
import { ROLES } from './roles.js';

const others = ROLES.filter((role) => role !== 'owner');

describe('the permissions', () => {
  it('are all of the owner', () => {
    expect([...permissionsOf('owner')]).toEqual(PERMISSION_NAMES);
  });

  it('are none but the listed ones of every other role', () => {
    for (const name of PERMISSION_NAMES) {
      const having = others.filter((role) => roleMay(role, name));
      expect([name, having]).toEqual([name, [...PERMISSIONS[name]]]);
      expect(having.filter((role) => permissionsOf(role).has(name))).toEqual(having);
    }
  });

  it('are never more of a viewer than of any other role but for reports, and only reading ones', () => {
    for (const name of permissionsOf('viewer')) {
      expect(name).toMatch(/\.read$/);
      expect([name, roleMay('manager', name), roleMay('finance', name)]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });

  it('of codes and field values are apart from those of orders', () => {
    const readsAlone = ROLES.filter(
      (role) => roleMay(role, 'orders.read') && !roleMay(role, 'orders.values'),
    );
    expect(readsAlone).toEqual(['finance', 'viewer']);
  });

  it('to change operators, settings and extensions are of the owner alone', () => {
    const alone = PERMISSION_NAMES.filter((name) => !others.some((role) => roleMay(role, name)));
    expect(alone).toEqual([
      'orders.erase',
      'extensions.edit',
      'maintenance.settle',
      'settings.edit',
      'backups.download',
      'operators.edit',
    ]);
  });

  it('to move money are of no role that decides orders, but of managers', () => {
    for (const name of ['balance.deposit', 'balance.adjust', 'accounts.credit'] as const) {
      expect(ROLES.filter((role) => roleMay(role, name))).toEqual(['owner', 'manager', 'finance']);
    }
    expect(ROLES.filter((role) => roleMay(role, 'orders.reverse'))).toEqual(['owner', 'manager']);
  });

  it('of a viewer are all of a manager and of finance, but no one else has those of another', () => {
    const pairs = ROLES.flatMap((role) =>
      ROLES.filter((other) => other !== role && roleMayAll(role, other)).map(
        (other) => `${role} > ${other}`,
      ),
    );
    expect(pairs).toEqual([
      ...['owner > manager', 'owner > support', 'owner > finance', 'owner > viewer'],
      ...['manager > support', 'manager > finance', 'manager > viewer', 'finance > viewer'],
    ]);
  });
});

describe('a token', () => {
  it('may do no more than its operator may now', () => {
    expect(permissionsOfToken('owner', 'viewer', null)).toEqual(permissionsOf('viewer'));
    expect(permissionsOfToken('viewer', 'owner', null)).toEqual(permissionsOf('viewer'));
    const both = permissionsOfToken('support', 'finance', null);
    expect(both.has('orders.read')).toBe(true);
    expect(both.has('orders.decide')).toBe(false);
    expect(both.has('balance.deposit')).toBe(false);
  });

  it('may do of that only what its scopes name', () => {
    const scopes = ['orders.read', 'orders.decide', 'balance.deposit', 'no.such'];
    expect([...permissionsOfToken('support', 'owner', scopes)]).toEqual([
      'orders.read',
      'orders.decide',
    ]);
    expect(permissionsOfToken('owner', 'owner', []).size).toBe(0);
  });
});
