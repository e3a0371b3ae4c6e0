import type { Typed } from '../support/test-browser.js';

/** A form that changes something. */
export interface SentForm {
  /** Of its entry in the audit. */
  readonly action: string;
  /** Where it stands, below the home page. */
  readonly page: string;
  /** How its address ends. */
  readonly ending: string;
  readonly typed: Typed;
}

/** The forms by their route; each may need what the ones before have made. */
export type SentForms = Readonly<Record<string, () => SentForm | Promise<SentForm>>>;

export function sentForm(
  action: string,
  page: string,
  ending: string,
  typed: Typed = {},
): SentForm {
  return { action, page, ending, typed };
}
