import type { Response } from 'express';
import { SessionCookie } from '../../src/console/access/session-cookie.js';
import { Database } from '../../src/database/database.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { PasswordHashing } from '../../src/people/passwords/password-hashing.js';
import { CredentialsRepository } from '../../src/people/operators/credentials.repository.js';
import { OperatorsRepository } from '../../src/people/operators/operators.repository.js';
import type { Role } from '../../src/people/permissions/roles.js';
import { OperatorSessions } from '../../src/people/sessions/operator-sessions.service.js';
import { TwoFactor } from '../../src/people/two-factor/two-factor.service.js';
import { codeOf } from './authenticator.js';
import type { Instance } from './instance.js';
import { TestBrowser, type ShownPage } from './test-browser.js';
import type { TestShop } from './test-shop.js';

export const PASSWORD = 'a long enough passphrase';
const BY = { actor: 'operator:test' };

let passwordHash: Promise<string> | undefined;

/** Makes an operator with a password, which is hashed once for all of them: that takes longer than all the rest. */
export async function addOperator(
  shop: Pick<Instance, 'service'>,
  name: string,
  role: Role,
): Promise<void> {
  await shop.service(OperatorManagement).create(name, role, BY);
  const { id } = (await shop.service(OperatorsRepository).find(name))!;
  const hash = await (passwordHash ??= shop.service(PasswordHashing).hash(PASSWORD));
  const credentials = shop.service(CredentialsRepository);
  await shop.service(Database).transaction((manager) => credentials.setPassword(manager, id, hash));
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

/** The browser of a new operator with a session, as after the sign-in, but for the time that a password takes. */
export async function operatorBrowser(
  shop: TestShop,
  role: Role,
  name: string = role,
): Promise<TestBrowser> {
  await addOperator(shop, name, role);
  return browserOf(shop, name);
}

/**
 * The browser of an operator that is there, with a new session.
 * @param headers of all of its requests
 */
export async function browserOf(
  shop: TestShop,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestBrowser> {
  const { id } = (await shop.service(OperatorsRepository).find(name))!;
  const sessions = shop.service(OperatorSessions);
  const place = { device: '', address: '127.0.0.1' };
  const session = await shop
    .service(Database)
    .transaction((manager) => sessions.start(manager, id, 'full', place));
  const browser = new TestBrowser(shop.baseUrl, headers);
  const cookie = (name: string, value: string) => browser.cookies.set(name, value);
  shop.service(SessionCookie).set({ cookie } as unknown as Response, session);
  return browser;
}
