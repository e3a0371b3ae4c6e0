import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { fieldWidth, type FieldWidth } from './field-width.js';
import { FaultText } from './fault-text.js';
import {
  CurrentForm,
  useField,
  useTicked,
  type FieldLimits,
  type FormFault,
  type FormFields,
  type FormState,
} from './form-state.js';
import { usePage } from './page-context.js';
import { useWords } from './words.js';

export type { FormFault, FormState };

/** The id of the notice that says why a form was refused; a page has one at most. */
export const FAULT_ID = 'fault';

/** Names of hidden fields that the console itself reads. */
export const FORM_KEY_FIELD = 'form_key';
/** The tag of what the form was filled in with. */
export const ENTITY_TAG_FIELD = 'entity_tag';

/** The status of a refusal because somebody else has changed the thing meanwhile. */
const CHANGED_STATUS = 412;

interface FormProps extends FormFields {
  /** The page that takes the form, below the home page. */
  readonly to: string;
  /** Makes the change happen once, however often the form is sent. */
  readonly formKey?: string | undefined;
  /** `get` for a form that only searches. */
  readonly method?: 'get' | 'post';
  /** True for a form that sends a file: it is sent as `multipart/form-data`, in the order of its fields. */
  readonly hasFile?: boolean;
  readonly state?: FormState | undefined;
  /** Called like its button if left out. */
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
export function Form({ formKey, method = 'post', state = {}, ...props }: FormProps) {
  const { links } = usePage();
  const { fault, values } = state;
  const isSearch = method === 'get';
  // Under the same key the change is not made twice, if it was made.
  const key = fault && isUndecided(fault) ? (values?.[FORM_KEY_FIELD] ?? formKey) : formKey;
  const hidden = { ...props.hidden, ...tagOf(state, props.hidden), [FORM_KEY_FIELD]: key };
  return (
    <form
      action={links.to(props.to)}
      method={method}
      encType={props.hasFile ? 'multipart/form-data' : undefined}
      aria-label={props.label ?? props.button}
      class={props.class}
    >
      {fault && <FaultNotice fault={fault} isSearch={isSearch} />}
      {Object.entries(hidden).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {props.hint !== undefined && <p class="hint">{props.hint}</p>}
      <CurrentForm.Provider
        value={{ ...state, present: props.present, limits: props.limits, isSearch }}
      >
        {props.children}
      </CurrentForm.Provider>
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
export function FaultNotice({ fault, isSearch }: FaultNoticeProps) {
  const words = useWords('common');
  const isUnsure = isUndecided(fault) && !isSearch;
  const told = isSearch ? words.notSearched : words.mistakes;
  const mistakes = fault.message === '' ? words.marked : told;
  return (
    <div id={FAULT_ID} class="notice bad" role="alert" tabIndex={-1}>
      {!fault.saysAll && <p>{isUnsure ? words.undecided : mistakes}</p>}
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
  /** What the field holds before it was sent, where the form does not know it. */
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
}

/** The limits are those of the form, where it has them. */
interface InputProps extends FieldProps, FieldLimits {
  readonly type?: 'text' | 'password' | 'search' | 'date' | 'datetime-local' | 'number';
  readonly autocomplete?: string;
}

export function Input({ type = 'text', ...props }: InputProps) {
  const { name, autocomplete = 'off' } = props;
  const { typed, limits } = useField(name);
  const { isDecimal, isOptional, maxLength } = { ...limits, ...props };
  const width = fieldWidth({ ...limits, ...props, type });
  return (
    <Labeled {...{ ...props, isOptional, width }}>
      {(given) => (
        <input
          {...given}
          type={type}
          // A password is never sent back.
          value={type === 'password' ? '' : (typed ?? props.value ?? '')}
          required={!isOptional}
          maxLength={maxLength}
          autocomplete={autocomplete}
          inputMode={isDecimal ? 'decimal' : undefined}
          dir={isDecimal ? 'ltr' : 'auto'}
        />
      )}
    </Labeled>
  );
}

/** A file to choose. @param accept its types, such as `.csv,.json`. */
export function FileInput({ accept, ...props }: FieldProps & { readonly accept: string }) {
  return (
    <Labeled {...props} isOptional={false}>
      {(given) => <input {...given} type="file" accept={accept} required />}
    </Labeled>
  );
}

export function TextArea({ rows = 3, ...props }: FieldProps & { readonly rows?: number }) {
  const { name, value } = props;
  const { typed, limits } = useField(name);
  const { isOptional } = { ...limits, ...props };
  const text = shownWhole(typed ?? value ?? '');
  return (
    <Labeled {...{ ...props, isOptional }} width="long">
      {(given) => (
        <textarea {...given} rows={rows} required={!isOptional} dir="auto" value={text} />
      )}
    </Labeled>
  );
}

/** HTML leaves out a line break at the beginning, so that one that was typed needs another before it. */
function shownWhole(text: string): string {
  return /^[\r\n]/.test(text) ? `\n${text}` : text;
}

interface ChoiceProps extends FieldProps {
  readonly options: readonly (readonly [value: string, text: string])[];
}

export function Choice({ options, ...props }: ChoiceProps) {
  const chosen = useField(props.name).typed ?? props.value;
  return (
    <Labeled {...props} isOptional={false}>
      {(given) => (
        <select {...given}>
          {options.map(([option, text]) => (
            <option key={option} value={option} selected={option === chosen}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  );
}

interface CheckProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  /** Before the form was sent, where the form does not know it. */
  readonly isTicked?: boolean;
  /** True for a box that has to be ticked, each time anew. */
  readonly isRequired?: boolean;
  /** True for a box that follows from another one, and is not sent. */
  readonly isDisabled?: boolean;
}

/** A box to tick. Only a ticked one is sent. */
export function Check({ name, label, value = 'on', isTicked, ...props }: CheckProps) {
  const { isRequired: required, isDisabled: disabled } = props;
  const checked = !required && (useTicked(name, value) ?? isTicked);
  return (
    <label class="check">
      <input type="checkbox" {...{ name, value, checked, required, disabled }} />
      <span>{label}</span>
    </label>
  );
}

interface BoxesProps {
  readonly name: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** Boxes of one field. */
export function Boxes({ name, options }: BoxesProps) {
  return (
    <>
      {options.map(([value, label]) => (
        <Check key={value} name={name} value={value} label={label} />
      ))}
      <FieldFault name={name} />
    </>
  );
}

interface SubmitProps {
  readonly kind?: 'main' | 'plain' | 'danger' | undefined;
  readonly name?: string;
  readonly value?: string;
  readonly children: ComponentChildren;
}

export function Submit({ kind = 'main', name, value, children }: SubmitProps) {
  return (
    <button type="submit" class={kind} name={name} value={value}>
      {children}
    </button>
  );
}

interface LabeledProps extends Omit<FieldProps, 'isOptional'> {
  readonly isOptional: boolean | undefined;
  readonly width?: FieldWidth;
  /** The control, with what it has from its label. */
  readonly children: (given: {
    readonly id: string;
    readonly name: string;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string | undefined;
  }) => ComponentChildren;
}

function Labeled({ name, label, hint, isOptional, width = 'short', children }: LabeledProps) {
  const words = useWords('common');
  const id = useId();
  const { fault, isSearch } = useField(name);
  const isWrong = fault !== undefined;
  const [hintId, faultId] = [hint !== undefined && `${id}-hint`, isWrong && `${id}-fault`];
  const described = [hintId, faultId].filter((one) => one !== false).join(' ');
  return (
    <div class={`field ${width}`}>
      <label for={id}>
        {label}
        {isOptional && !isSearch && <small> ({words.optional})</small>}
      </label>
      {children({
        ...{ id, name, 'aria-invalid': isWrong || undefined },
        'aria-describedby': described === '' ? undefined : described,
      })}
      {hintId !== false && (
        <small id={hintId} class="hint">
          {hint}
        </small>
      )}
      <FieldFault name={name} {...(faultId !== false && { id: faultId })} />
    </div>
  );
}

/** What is wrong with a field. */
function FieldFault({ name, id }: { readonly name: string; readonly id?: string }) {
  const { fault, faultKey } = useField(name);
  if (fault === undefined) return null;
  return (
    <small id={id} class="fault">
      <FaultText messageKey={faultKey}>{fault}</FaultText>
    </small>
  );
}
