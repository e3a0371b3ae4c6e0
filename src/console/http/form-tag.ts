import { Precondition } from '../../admin/http/entity-tag.js';
import { ProblemError } from '../../admin/problems/problem.js';
import type { FormValues } from './form-values.js';

/** The hidden field of a form that edits: the tag of what it was filled in with. */
export const ENTITY_TAG_FIELD = 'entity_tag';

/** Expects that nobody has changed the thing since the form was shown. @throws ProblemError without a tag */
export function preconditionIn(form: FormValues): Precondition {
  const tag = form.text(ENTITY_TAG_FIELD);
  if (tag === '') throw new ProblemError('malformed-request', 'The form is not complete.');
  return new Precondition(tag);
}
