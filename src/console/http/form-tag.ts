import { Precondition } from '../../admin/http/precondition.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { ENTITY_TAG_FIELD } from '../../pages/form.js';
import type { FormValues } from './form-values.js';

/** Expects that nobody has changed the thing since the form was shown. @throws ProblemError without a tag */
export function preconditionIn(form: FormValues): Precondition {
  const tag = form.text(ENTITY_TAG_FIELD);
  if (tag === '') throw new ProblemError('malformed-request', 'The form is not complete.');
  return new Precondition(tag);
}
