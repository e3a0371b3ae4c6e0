import { answering, policyWith } from '../../../test/support/policies.js';
import type { CatalogPolicy } from './catalog-policy.js';
import { checkedPolicies } from './policy-shape.js';

const check = (...ports: unknown[]) =>
  checkedPolicies(ports.map((port) => ({ extension: 'acme', port: port as CatalogPolicy })));

/** A policy as a class, with members of its own. */
class Weekday {
  readonly name = 'weekday';
  readonly days = new Set<number>();
  readonly read = answering(Promise.resolve());
  digest(): string {
    return this.name;
  }
  shows(): boolean {
    return true;
  }
  price(): string {
    return '1';
  }
  goodUntil(): undefined {
    return undefined;
  }
}

it('takes policies that are well-formed, of a class too', () => {
  const showsCategory = () => true;
  expect(check(policyWith({ showsCategory }), new Weekday())).toHaveLength(2);
});

it.each([
  [undefined, 'A catalog policy of the extension "acme" is no object.'],
  [
    { ...policyWith(), name: 'Week day' },
    'The catalog policy "Week day" of the extension "acme" needs a name of lower-case letters, digits and hyphens.',
  ],
  [
    { ...policyWith(), goodUntil: undefined },
    'The catalog policy "sample" of the extension "acme" lacks the method goodUntil.',
  ],
  [
    { ...policyWith(), showsCategory: true },
    'The catalog policy "sample" of the extension "acme" has a showsCategory that is no method.',
  ],
  [
    { ...policyWith(), showCategory: () => false },
    'The catalog policy "sample" of the extension "acme" has the unknown member showCategory; known are name, read, digest, shows, showsCategory, price, goodUntil.',
  ],
])('refuses what is not (%#)', (port, message) => {
  expect(() => check(port)).toThrow(message);
});

it('refuses two of the same name in one extension, and takes them of two', () => {
  expect(() => check(policyWith(), policyWith())).toThrow(
    'The catalog policy "sample" of the extension "acme" has the name of another one; rename it.',
  );
  const [one, other] = ['one', 'other'].map((extension) => ({ extension, port: policyWith() }));
  expect(checkedPolicies([one!, other!])).toHaveLength(2);
});
