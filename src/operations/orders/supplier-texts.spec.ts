import { shownNote, withoutSupplierTexts } from './supplier-texts.js';

const at = new Date();
const SAID = 'the supplier says ERROR 100 you have 12.50 USD';

it.each([
  ['reject', 'handler:upstream', false, ''],
  ['reject', 'handler:upstream', true, SAID],
  ['accept', 'handler:upstream', false, SAID],
  ['reject', 'handler:codes', false, SAID],
  ['reject', 'operator:ada', false, SAID],
  ['wait', null, false, SAID],
] as const)('the note of %s by %s, with its texts %p, is %j', (status, decidedBy, shows, note) => {
  expect(shownNote({ status, decidedBy, decisionNote: SAID }, shows)).toBe(note);
});

it('a timeline is shown without what suppliers have said', () => {
  const entries = [
    { at, event: 'purchase sent', facts: { supplier: 'acme', refusal: SAID } },
    { at, event: 'delivery', facts: { handler: 'codes', note: SAID } },
    { at, event: 'decided', facts: { by: 'handler:upstream', status: 'reject', note: SAID } },
  ];
  expect(withoutSupplierTexts(entries)).toEqual([
    { at, event: 'purchase sent', facts: { supplier: 'acme' } },
    { at, event: 'delivery', facts: { handler: 'codes' } },
    { at, event: 'decided', facts: { by: 'handler:upstream', status: 'reject' } },
  ]);
});

it('notes of operators and of handlers that buy nothing stay', () => {
  const entries = [
    { at, event: 'delivery', facts: { handler: 'codes', note: 'no code is left' } },
    { at, event: 'decided', facts: { by: 'operator:ada', status: 'reject', note: 'again' } },
  ];
  expect(withoutSupplierTexts(entries)).toEqual(entries);
});
