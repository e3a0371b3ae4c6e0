import { mainState, type RefusedForm } from './refused-form.js';

const refused = (name: string): RefusedForm<string> => ({
  name,
  state: { values: { label: '' }, fault: { status: 503, message: 'No.', fields: {} } },
});

it('the form that a page is about is shown as it was sent', () => {
  expect(mainState(refused(''))).toEqual(refused('').state);
});

it('another one that was refused leaves its fields alone, and tells why', () => {
  expect(mainState(refused('revoke'))).toEqual({ fault: refused('').state.fault });
});

it('holds nothing while nothing was refused', () => {
  expect(mainState(undefined)).toEqual({});
});
