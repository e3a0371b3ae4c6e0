import { definitionFault } from '../definition-fault.js';

const REFUND = { name: 'refund', summary: 'refund a payment', permission: 'pay', run: () => ({}) };
const PAY = { name: 'pay', text: { en: 'refund payments', de: 'Zahlungen erstatten' } };
const FLAG = { kind: 'flag', label: 'A' };

/** What is wrong with an extension that has such an operation. */
const faultOf = (operation: object, permissions: unknown = [PAY], name = 'acme') =>
  definitionFault({ name, souk: '*', permissions, operations: [{ ...REFUND, ...operation }] });
const faultOfField = (fields: object) => faultOf({ fields });

describe('the operations of an extension', () => {
  it('may have all members, and fields of each kind', () => {
    const fields = {
      a_text: { kind: 'text', label: 'A', maxCharacters: 10_000, optional: true },
      number: { kind: 'integer', label: { en: 'B' }, min: -1, max: -1 },
      usd: { kind: 'money', label: 'C', signed: true },
      is_it: FLAG,
      one: { kind: 'choice', label: 'E', words: { 'by-card': 'by card' } },
    };
    const members = { target: 'order', kind: 'outside', confirm: { en: 'Sure?' } };
    const roles = ['finance', 'viewer'];
    expect(faultOf({ ...members, fields, answer: fields }, [{ ...PAY, roles }])).toBeUndefined();
  });

  it.each<readonly [string, string | undefined, string]>([
    ['no permission of its own', faultOf({ permission: 'owner' }), 'with the permission "owner"'],
    ['an unknown member', faultOf({ confirms: 1 }), 'with an unknown member "confirms"; there are'],
    ['a name in capitals', faultOf({ name: 'Refund' }), 'with a member "name" that is missing'],
    ['no function', faultOf({ run: 7 }), 'with a member "run" that is missing'],
    ['another target', faultOf({ target: 'token' }), 'with a member "target"'],
    ['another kind', faultOf({ kind: 'setting' }), 'with a member "kind"'],
    ['a text without English', faultOf({ confirm: { de: 'Ja?' } }), 'with a member "confirm"'],
    ['an empty text', faultOf({ summary: ' ' }), 'with a member "summary"'],
    ['fields that are none', faultOf({ fields: [] }), 'with a member "fields"'],
    ['an answer that is none', faultOf({ answer: { a: 7 } }), 'the field "a" of no kind'],
    ['a field of no kind', faultOfField({ a: { kind: 'date', label: 'A' } }), 'of no kind; there'],
    ['a field in capitals', faultOfField({ A: FLAG }), 'the field "A" whose name is not made'],
    ...['a_', 'a__b', '_a'].map(
      (name) => [`the field ${name}`, faultOfField({ [name]: FLAG }), 'whose name is not'] as const,
    ),
    [
      'a field that would negate',
      faultOfField({ no_mail: FLAG }),
      '"no_mail" whose name has another',
    ],
    ['a field of ours', faultOfField({ dry_run: FLAG }), '"dry_run" whose name has another'],
    [
      'a field that is called like its target',
      faultOf({ target: 'account', fields: { account: FLAG } }),
      'with the field "account", as the audit calls',
    ],
    ['no label', faultOfField({ a: { kind: 'flag' } }), 'field "a" with a member "label"'],
    [
      'no words to choose',
      faultOfField({ a: { kind: 'choice', label: 'A', words: {} } }),
      'with a member "words"',
    ],
    [
      'a wrong range',
      faultOfField({ a: { kind: 'integer', label: 'A', min: 9, max: 1 } }),
      'field "a" whose "min" is above its "max"',
    ],
    ['a role that is none', faultOf({}, [{ ...PAY, roles: ['owner'] }]), '"roles" that is missing'],
    ['a permission twice', faultOf({}, [PAY, PAY]), 'declares the permission "acme pay" twice'],
    ['the name of a command', faultOf({}, [PAY], 'balance'), 'is called "balance", as commands'],
    ['permissions that are none', faultOf({}, {}), 'has a member "permissions" that must be'],
  ])('are refused with %s', (_, fault, sentence) => {
    expect(fault).toContain(sentence);
  });
});
