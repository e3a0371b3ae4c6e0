import { roleMay } from '../../src/people/permissions/permissions.js';
import { ROLES, type Role } from '../../src/people/permissions/roles.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { admittedTo, consoleRoutes } from './console-routes.js';

/** An answer that lasts; `live.spec.ts` listens to it. Every role may. */
const LIVE = 'GET live';

let shop: TestShop;
const browsers = new Map<Role, TestBrowser>();

beforeAll(async () => {
  shop = await startTestShop();
  // Before the walk, whose wrong passwords delay further sign-ins.
  for (const role of ROLES) browsers.set(role, await operatorBrowser(shop, role));
});
afterAll(() => shop.close());

/** A page of the route, or a form without fields; the thing that it names is not there. */
function pathOf(route: string): string {
  const [, page = ''] = route.split(' ');
  const named = page.replace(/:order/, 'ID_ffffffffffffffff').replace(/:import/, NO_IMPORT);
  return `/console/${named.replace(/:(name|recipient|supplier|stock|extension)/, 'nobody')}`
    .replaceAll(/:\w+/g, '999999')
    .replace(/\/$/, '');
}

const NO_IMPORT = '00000000-0000-4000-8000-000000000000';

it('each route of the running router says whom it admits', () => {
  const admitted = admittedTo();
  const routes = consoleRoutes(shop).filter((route) => admitted.get(route) === undefined);
  // Files have no controller.
  expect(routes.filter((route) => !/\bassets\b/.test(route))).toEqual([]);
  expect(consoleRoutes(shop)).toEqual(expect.arrayContaining([...admitted.keys()]));
});

describe.each(ROLES)('an operator of the role %s', (role: Role) => {
  it('opens the pages, and sends the forms, that the table of permissions says, and no others', async () => {
    const browser = browsers.get(role);
    if (!browser) throw new Error('nobody has signed in');
    for (const [route, admitted] of admittedTo()) {
      if (route === LIVE || admitted === 'everybody' || admitted === undefined) continue;
      const [method = ''] = route.split(' ');
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const {
        status,
        text,
        headers: answered,
      } = await browser.ask(pathOf(route), method === 'POST' ? { method, headers } : {});
      const may = admitted === 'any' || roleMay(role, admitted);
      expect([route, status === 403]).toEqual([route, !may]);
      expect([route, status < 500, (answered.location ?? '').includes('sign-in')]).toEqual([
        ...[route, true, false],
      ]);
      if (!may) expect([route, text.includes(admitted)]).toEqual([route, true]);
    }
  });
});
