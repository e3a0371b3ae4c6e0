import { hash } from 'node:crypto';
import type { SoukRequest } from '../../common/http/souk-request.js';
import { messageKey } from '../../common/sentence.js';
import { ProblemError } from '../problems/problem.js';

const TAG_CHARACTERS = 22;
/** A proxy that compresses answers marks their tags as weak. */
const WEAK = /^W\//;

/** The tag of a thing as it is shown: another one after each change that can be seen. */
export function entityTagOf(shown: object): string {
  const digest = hash('sha256', JSON.stringify(shown), 'base64url');
  return `"${digest.slice(0, TAG_CHARACTERS)}"`;
}

/** What a caller expects of the thing that it changes, by `If-Match`. */
export class Precondition {
  private readonly tags: readonly string[];

  constructor(header: string) {
    this.tags = header.split(',').map((tag) => tag.trim().replace(WEAK, ''));
  }

  /** @param shown the thing as it is now. @throws ProblemError if the caller has seen another state */
  readonly assert = (shown: object): void => {
    if (this.tags.includes('*') || this.tags.includes(entityTagOf(shown))) return;
    throw new ProblemError('changed', 'It has been changed; read it again.', {
      messageKey: messageKey('form.changed', {}),
    });
  };
}

/**
 * The precondition of a change. It must be there, since otherwise one of two people who edit the same form would undo the change of the
 * other; `*` says that any state is changed.
 * @throws ProblemError without one
 */
export function preconditionOf({ headers }: SoukRequest): Precondition {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '') {
    throw new ProblemError(
      'if-match-missing',
      'Send If-Match with the ETag of what you have read, or with *.',
    );
  }
  return new Precondition(header);
}
