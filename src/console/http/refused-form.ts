import { PROBLEMS } from '../../admin/problems/problem.js';
import type { FormFault, FormState } from '../../pages/form.js';
import type { FormValues } from './form-values.js';

/** A form of a page with several, which was refused. */
export interface RefusedForm<Name extends string> {
  readonly name: Name;
  readonly state: FormState & { readonly fault: FormFault };
  /** As it was sent; left out after a lost race. */
  readonly form?: FormValues;
}

/** The form to be shown again: as it was typed, or after a lost race with the present values. */
export function refusedForm<Name extends string>(
  name: Name,
  form: FormValues,
  fault: FormFault,
  picked: FormState['picked'] = {},
): RefusedForm<Name> {
  const isChanged = fault.status === PROBLEMS.changed.status;
  return isChanged
    ? { name, state: { fault } }
    : { name, state: { ...form.sent, fault, picked }, form };
}

/** The state of the form that a page is about: of another one that was refused it only tells why. */
export function mainState(refused: RefusedForm<string> | undefined): FormState {
  if (!refused) return {};
  return refused.name === '' ? refused.state : { fault: refused.state.fault };
}

/** Where one of the forms is sent, and its state. @param page the address of the page */
export function sentTo(page: string, name: string, refused: RefusedForm<string> | undefined) {
  return { to: `${page}/${name}`, state: stateOf(refused, name) };
}

/** The state of one of the forms. */
export function stateOf<Name extends string>(
  refused: RefusedForm<Name> | undefined,
  name: Name,
): FormState {
  return refused?.name === name ? refused.state : {};
}
