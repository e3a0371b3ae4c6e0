import { Database } from '../../src/database/database.js';
import { OperatorLinks } from '../../src/operators/links/operator-links.service.js';
import { OperatorManagement } from '../../src/operators/management/operator-management.service.js';
import { OperatorsRepository } from '../../src/operators/people/operators.repository.js';
import type { Role } from '../../src/operators/permissions/roles.js';
import { TwoFactor } from '../../src/operators/two-factor/two-factor.service.js';
import { codeOf } from './authenticator.js';
import type { Instance } from './instance.js';
import { TestBrowser, type ShownPage } from './test-browser.js';
import type { TestShop } from './test-shop.js';

export const PASSWORD = 'a long enough passphrase';
const BY = { actor: 'operator:test' };

/** Makes an operator with a password. */
export async function addOperator(
  shop: Pick<Instance, 'service'>,
  name: string,
  role: Role,
): Promise<void> {
  const { link } = await shop.service(OperatorManagement).create(name, role, BY);
  const use = { secret: link, password: PASSWORD };
  await shop.service(OperatorLinks).redeem(use, { address: null, requestId: null });
}

/** Turns the second factor of an operator on. @returns the secret of its authenticator, and the recovery codes */
export async function addSecondFactor(
  shop: Pick<Instance, 'service'>,
  name: string,
): Promise<{ secret: string; codes: string[] }> {
  const { id } = (await shop.service(OperatorsRepository).find(name))!;
  const factor = shop.service(TwoFactor);
  const { secret } = await factor.offer({ id, name });
  const codes = await shop
    .service(Database)
    .transaction((manager) => factor.confirm(manager, id, codeOf(secret)));
  return { secret, codes };
}

/** Sends the form of the sign-in. */
export async function signIn(
  shop: Pick<TestShop, 'baseUrl'>,
  name: string,
  browser = new TestBrowser(shop.baseUrl),
): Promise<{ browser: TestBrowser; page: ShownPage }> {
  const form = await browser.open('/console/sign-in');
  return { browser, page: await browser.send(form, 'sign-in', { name, password: PASSWORD }) };
}

/** The browser of a new operator who has signed in. */
export async function operatorBrowser(
  shop: TestShop,
  role: Role,
  name: string = role,
): Promise<TestBrowser> {
  await addOperator(shop, name, role);
  return (await signIn(shop, name)).browser;
}
