import type { ComponentChildren } from 'preact';
import { Card } from '../../pages/card.js';
import { Check, Form, Submit } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { ButtonLink } from '../../pages/text-links.js';
import { useWords } from '../../pages/words.js';

/** The field of a form that is sent for the second time, after its question. */
export const CONFIRMED_FIELD = 'confirmed';

/** What is asked before something is done that cannot be undone, or that resellers feel at once. */
export interface ConfirmQuestion {
  /** What is about to be done. */
  readonly title: string;
  /** What follows from it. */
  readonly warning: string;
  /** The text of the button; the title if left out. */
  readonly button?: string;
  /** What to decide by. */
  readonly facts?: ComponentChildren;
  /** What has to be ticked, where the button alone is too easily pressed. */
  readonly tick?: string;
  /** The page to return to if nothing is to be done; that of the form if left out. */
  readonly backTo?: string;
}

interface ConfirmationProps extends ConfirmQuestion {
  /** The page that takes the form; it asks as long as the form is not confirmed. */
  readonly to: string;
  /** Of the form that was sent. */
  readonly formKey?: string;
  /** What the form holds. */
  readonly values?: Readonly<Record<string, string>>;
  readonly backTo: string;
}

/** Asks once more. */
export function Confirmation({ title, warning, facts, tick, ...props }: ConfirmationProps) {
  const words = useWords('common');
  return (
    <Card title={words.confirm({ what: title })}>
      <Notice kind="bad">{warning}</Notice>
      {facts}
      <Form
        to={props.to}
        formKey={props.formKey}
        hidden={{ ...props.values, ...(tick === undefined && { [CONFIRMED_FIELD]: 'on' }) }}
        label={title}
      >
        {tick !== undefined && <Check name={CONFIRMED_FIELD} label={tick} isRequired />}
        <div class="actions">
          <Submit kind="danger">{props.button ?? title}</Submit>
          <ButtonLink to={props.backTo}>{words.backUnchanged}</ButtonLink>
        </div>
      </Form>
    </Card>
  );
}
