import { FaultText } from '../../pages/fault-text.js';
import type { FormFault } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { LinkLine } from '../../pages/text-links.js';
import { wordsOf } from '../../pages/words.js';
import { StayedValues, type Stayed } from '../audit/changed-values-table.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';

interface NotUndone {
  /** The entry of the change. */
  readonly id: number;
  readonly backTo: string;
  readonly fault: FormFault;
  /** Undefined where the reason is another one. */
  readonly stayed: Stayed | undefined;
}

/** Why a change was not undone, with both values where somebody has changed it since. */
export function notUndonePage(
  { language, caller }: Visit,
  { id, backTo, fault, stayed }: NotUndone,
): Page {
  const words = wordsOf(language, 'undo');
  return {
    title: words.undo,
    ...{ status: fault.status, tellsWhy: true },
    content: (
      <>
        <Notice kind="bad">
          <FaultText messageKey={fault.messageKey}>{fault.message}</FaultText>
        </Notice>
        {stayed && <StayedValues stayed={stayed} />}
        {caller.may('audit.read') && <LinkLine to={`audit/${id}`}>{words.toEntry}</LinkLine>}
        <LinkLine to={backTo}>{words.back}</LinkLine>
      </>
    ),
  };
}
