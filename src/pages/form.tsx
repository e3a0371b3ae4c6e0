import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { MessageKey } from '../common/message-key.js';
import { COMMON_WORDS } from './common-words.js';
import { FaultText } from './fault-text.js';
import { usePage, useWords } from './page-context.js';

/** Why a form was refused. */
export interface FormFault {
  /** Of HTTP. */
  readonly status: number;
  /** One sentence, in English where it comes from a service; empty where the fields say it all. */
  readonly message: string;
  /** The sentence in the language of the page, if there is one. */
  readonly messageKey?: MessageKey | undefined;
  /** What is wrong with a field, by its name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The same in the language of the page. */
  readonly fieldKeys?: Readonly<Record<string, MessageKey | undefined>>;
}

/** What a form holds, and why it was refused; of a new one neither. */
export interface FormState {
  readonly values?: Readonly<Record<string, string>>;
  readonly fault?: FormFault | undefined;
}

/** The id of the notice that says why a form was refused; a page has one at most. */
export const FAULT_ID = 'fault';

/** Names of hidden fields that the console itself reads. */
export const FORM_KEY_FIELD = 'form_key';
/** The tag of what the form was filled in with. */
export const ENTITY_TAG_FIELD = 'entity_tag';

/** The status of a refusal because somebody else has changed the thing meanwhile. */
const CHANGED_STATUS = 412;

interface FormProps {
  /** The page that takes the form, below the home page. */
  readonly to?: string;
  /** Or its address. */
  readonly action?: string;
  /** Makes the change happen once, however often the form is sent. */
  readonly formKey?: string | undefined;
  /** `get` for a form that only searches. */
  readonly method?: 'get' | 'post';
  /** True for a form that sends a file: it is sent as `multipart/form-data`, in the order of its fields. */
  readonly hasFile?: boolean;
  readonly state?: FormState | undefined;
  readonly label?: string;
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  readonly class?: string;
  /** What follows from it, said above its fields. */
  readonly hint?: string;
  readonly children?: ComponentChildren;
  /** The text of the button below its fields; left out where they have buttons of their own. */
  readonly button?: string;
  readonly kind?: SubmitProps['kind'];
}

/** A form; what is wrong with it stands above its fields. */
export function Form({ formKey, method = 'post', state = {}, ...props }: FormProps): VNode {
  const { links } = usePage();
  const { fault, values } = state;
  // Under the same key the change is not made twice, if it was made.
  const key = fault && isUndecided(fault) ? (values?.[FORM_KEY_FIELD] ?? formKey) : formKey;
  const hidden = { ...props.hidden, ...tagOf(state, props.hidden), [FORM_KEY_FIELD]: key };
  return (
    <form
      action={props.to === undefined ? props.action : links.to(props.to)}
      method={method}
      encType={props.hasFile ? 'multipart/form-data' : undefined}
      aria-label={props.label}
      class={props.class}
    >
      {fault && <FaultNotice fault={fault} isSearch={method === 'get'} />}
      {Object.entries(hidden).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {props.hint !== undefined && <p class="hint">{props.hint}</p>}
      {props.children}
      {props.button !== undefined && <Submit kind={props.kind}>{props.button}</Submit>}
    </form>
  );
}

/** What was typed belongs to what was shown then: with a new tag it would undo what somebody else has changed meanwhile. */
function tagOf({ fault, values }: FormState, hidden: FormProps['hidden']): FormProps['hidden'] {
  if (hidden?.[ENTITY_TAG_FIELD] === undefined || !fault) return {};
  const sent = values?.[ENTITY_TAG_FIELD];
  return fault.status === CHANGED_STATUS || !sent ? {} : { [ENTITY_TAG_FIELD]: sent };
}

/** True if the shop could not tell whether the change was made. */
export function isUndecided({ status }: FormFault): boolean {
  return status >= 500;
}

interface FaultNoticeProps {
  readonly fault: FormFault;
  /** True for a form that only searches. */
  readonly isSearch?: boolean;
}

/** What was refused, and why. */
export function FaultNotice({ fault, isSearch }: FaultNoticeProps): VNode {
  const words = useWords(COMMON_WORDS);
  const isUnsure = isUndecided(fault) && !isSearch;
  const told = isSearch ? words.notSearched : words.mistakes;
  const mistakes = fault.message === '' ? words.marked : told;
  return (
    <div id={FAULT_ID} class="notice bad" role="alert" tabIndex={-1}>
      <p>{isUnsure ? words.undecided : mistakes}</p>
      {fault.message !== '' && (
        <p>
          <FaultText messageKey={fault.messageKey}>{fault.message}</FaultText>
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly state?: FormState | undefined;
  /** What the field holds before it was sent. */
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly isOptional?: boolean;
}

interface InputProps extends FieldProps {
  readonly type?: 'text' | 'password' | 'search' | 'date' | 'datetime-local' | 'number';
  /** Decimals and codes: a keyboard of digits, and left to right. */
  readonly isDecimal?: boolean;
  readonly maxLength?: number;
  readonly autocomplete?: string;
  readonly placeholder?: string;
}

export function Input({ type = 'text', isDecimal, ...props }: InputProps): VNode {
  const { name, state, value, isOptional, maxLength, autocomplete, placeholder } = props;
  const id = useId();
  return (
    <Labeled id={id} {...props}>
      <input
        id={id}
        name={name}
        type={type}
        // A password is never sent back.
        value={type === 'password' ? '' : (state?.values?.[name] ?? value ?? '')}
        required={!isOptional}
        maxLength={maxLength}
        autocomplete={autocomplete ?? 'off'}
        placeholder={placeholder}
        inputMode={isDecimal ? 'decimal' : undefined}
        dir={isDecimal ? 'ltr' : 'auto'}
        {...describedBy(id, props)}
      />
    </Labeled>
  );
}

/** A file to choose. @param accept its types, such as `.csv,.json`. */
export function FileInput({ accept, ...props }: FieldProps & { readonly accept: string }): VNode {
  const id = useId();
  return (
    <Labeled id={id} {...props}>
      <input
        id={id}
        name={props.name}
        type="file"
        accept={accept}
        required
        {...describedBy(id, props)}
      />
    </Labeled>
  );
}

export function TextArea({ rows = 3, ...props }: FieldProps & { readonly rows?: number }): VNode {
  const { name, state, value, isOptional } = props;
  const id = useId();
  return (
    <Labeled id={id} {...props}>
      <textarea
        id={id}
        name={name}
        rows={rows}
        required={!isOptional}
        dir="auto"
        {...describedBy(id, props)}
        value={state?.values?.[name] ?? value ?? ''}
      />
    </Labeled>
  );
}

interface ChoiceProps extends FieldProps {
  readonly options: readonly (readonly [value: string, text: string])[];
}

export function Choice({ options, ...props }: ChoiceProps): VNode {
  const { name, state, value } = props;
  const chosen = state?.values?.[name] ?? value;
  const id = useId();
  return (
    <Labeled id={id} {...props} isOptional={false}>
      <select id={id} name={name} {...describedBy(id, props)}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === chosen}>
            {text}
          </option>
        ))}
      </select>
    </Labeled>
  );
}

interface CheckProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly isChecked?: boolean;
  readonly isRequired?: boolean;
}

/** A box to tick. Only a ticked one is sent. */
export function Check({ name, label, value = 'on', isChecked, isRequired }: CheckProps): VNode {
  return (
    <label class="check">
      <input type="checkbox" name={name} value={value} checked={isChecked} required={isRequired} />
      <span>{label}</span>
    </label>
  );
}

interface SubmitProps {
  readonly kind?: 'main' | 'plain' | 'danger' | undefined;
  readonly name?: string;
  readonly value?: string;
  readonly children: ComponentChildren;
}

export function Submit({ kind = 'main', name, value, children }: SubmitProps): VNode {
  return (
    <button type="submit" class={kind} name={name} value={value}>
      {children}
    </button>
  );
}

interface LabeledProps extends FieldProps {
  /** Of the input. */
  readonly id: string;
  readonly children: ComponentChildren;
}

function Labeled({ id, name, label, hint, state, isOptional, children }: LabeledProps): VNode {
  const words = useWords(COMMON_WORDS);
  const fault = state?.fault?.fields[name];
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <small> ({words.optional})</small>}
      </label>
      {children}
      {hint !== undefined && (
        <small id={hintOf(id)} class="hint">
          {hint}
        </small>
      )}
      {fault !== undefined && (
        <small id={faultOf(id)} class="fault">
          <FaultText messageKey={state?.fault?.fieldKeys?.[name]}>{fault}</FaultText>
        </small>
      )}
    </div>
  );
}

function describedBy(id: string, { name, hint, state }: FieldProps) {
  const isWrong = state?.fault?.fields[name] !== undefined;
  const ids = [...(hint === undefined ? [] : [hintOf(id)]), ...(isWrong ? [faultOf(id)] : [])];
  return {
    ...(isWrong && { 'aria-invalid': true as const }),
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
  };
}

function hintOf(id: string): string {
  return `${id}-hint`;
}

function faultOf(id: string): string {
  return `${id}-fault`;
}
