import { roleMay } from '../../src/people/permissions/permissions.js';
import { ROLES, type Role } from '../../src/people/permissions/roles.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { adminRoutes, neededPermissions, pathOf } from './admin-routes.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

/** A request that changes nothing: whatever it names is not there. */
async function answerOf(operator: TestOperator, route: string) {
  const { status, json } = await operator.ask(pathOf(route), {
    ...(route.startsWith('GET') ? {} : { body: { no_such_field: true } }),
    key: 'none',
    match: '*',
  });
  return { status, ...(json as { type?: string; detail?: string }) };
}

describe.each(ROLES)('a token of the role %s', (role: Role) => {
  it('opens the routes that the table of permissions says, and no others', async () => {
    const operator = await TestOperator.of(shop, role);
    for (const [route, permission] of await neededPermissions(shop)) {
      const { status, detail } = await answerOf(operator, route);
      const may = permission === 'any' || roleMay(role, permission);

      expect([route, status === 403]).toEqual([route, !may]);
      expect([route, status]).not.toEqual([route, 401]);
      if (!may)
        expect(detail).toBe(
          `This needs the permission ${permission}. Ask an owner of the shop for it.`,
        );
    }
  });
});

describe('a token with scopes', () => {
  it('opens the routes of its scopes alone', async () => {
    const scoped = await TestOperator.of(shop, 'owner', {
      name: 'scoped',
      scopes: ['accounts.read'],
    });
    for (const [route, permission] of await neededPermissions(shop)) {
      const isOpen = permission === 'any' || permission === 'accounts.read';
      expect([route, (await answerOf(scoped, route)).status === 403]).toEqual([route, !isOpen]);
    }
    expect(await scoped.get('GET me')).toMatchObject({
      name: 'scoped',
      role: 'owner',
      permissions: ['accounts.read'],
    });
  });

  it('loses what its operator loses', async () => {
    const owner = await TestOperator.of(shop, 'owner', { name: 'head' });
    const loser = await TestOperator.of(shop, 'owner', { name: 'loser' });
    const change = { body: { role: 'viewer' }, match: '*' };
    await owner.get('PATCH operators/loser', change);

    expect((await loser.ask('PATCH operators/head', change)).status).toBe(403);
    expect(await loser.get('GET me')).toMatchObject({ role: 'viewer' });
  });
});

it('a route whose permission nobody declared is closed to owners as well', async () => {
  const owner = await TestOperator.of(shop, 'owner', { name: 'any' });
  const { MeController } = await import('../../src/admin/people/me.controller.js');
  const { NEEDED_PERMISSION } = await import('../../src/admin/access/needs-permission.js');
  // eslint-disable-next-line @typescript-eslint/unbound-method -- metadata stands on the function
  const handler = MeController.prototype.me;
  const declared: unknown = Reflect.getMetadata(NEEDED_PERMISSION, handler);
  Reflect.deleteMetadata(NEEDED_PERMISSION, handler);
  try {
    expect((await owner.ask('GET me')).status).toBe(403);
  } finally {
    Reflect.defineMetadata(NEEDED_PERMISSION, declared, handler);
  }
  expect(adminRoutes(shop)).toContain('GET me');
});
