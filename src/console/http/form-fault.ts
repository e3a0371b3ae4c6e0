import { problemOf } from '../../admin/problems/problem-of.js';
import { PROBLEMS } from '../../admin/problems/problem.js';
import type { FormFault } from '../../pages/form.js';

/**
 * Runs the change that a form asks for.
 * @returns why it was refused, for the page with the form; undefined after success
 * @throws what is no refusal
 */
export async function faultOf(change: () => Promise<unknown>): Promise<FormFault | undefined> {
  try {
    await change();
    return undefined;
  } catch (error) {
    return formFault(error);
  }
}

/** The refusal in an error. @throws the error if it is none, or if the same form cannot be mended by typing */
export function formFault(error: unknown): FormFault {
  const problem = problemOf(error);
  if (!problem) throw error;
  const { status } = PROBLEMS[problem.problem];
  if (status === 401 || status === 403 || status === 404) throw error;
  const faults = problem.parts.errors ?? [];
  return {
    status,
    message: faults.length === 0 ? problem.message : '',
    messageKey: problem.parts.messageKey,
    fields: Object.fromEntries(faults.map(({ field, message }) => [field, message])),
    fieldKeys: Object.fromEntries(faults.map(({ field, messageKey }) => [field, messageKey])),
  };
}

/** Tells above the form what is wrong with a field that it does not show. */
export function toldAbove(fault: FormFault, field: string): FormFault {
  const { fields, fieldKeys } = fault;
  const message = fields[field];
  return message === undefined ? fault : { ...fault, message, messageKey: fieldKeys?.[field] };
}
