import { useContext } from 'preact/hooks';
import { CurrentForm, type Named, type Picked } from './form-state.js';
import { Choice, Input, type FormFault } from './form.js';
import { isolated, type Language } from '../locales/language.js';
import { useWords, wordsOf } from './words.js';

export type { Named, Picked };

/** Things that are offered at once. A search that finds more asks for more of the name. */
export const MAX_PICKER_OPTIONS = 50;

/** Whatever the field holds at last, words of a name can be typed. */
const AS_TEXT = { isDecimal: false, maxLength: 200 };

/** Before what was typed, in the choice of none of those that it fits. An empty choice would mean no thing at all. */
const ANOTHER = '…';

/** What the text of a picker says without a search; undefined if things are to be looked for by it. */
export function pickedUnsought(text: string): Picked | undefined {
  if (text === '') return { kind: 'empty' };
  return text.startsWith(ANOTHER) ? { kind: 'another' } : undefined;
}

/** The only one that was found is picked; of several one has to be chosen. */
export function pickedOf(found: readonly Named[], hasMore = false): Picked {
  const [first, ...others] = found;
  if (!first) return { kind: 'none' };
  if (others.length > 0 || hasMore) {
    const options = found.slice(0, MAX_PICKER_OPTIONS);
    return { kind: 'several', options, hasMore: hasMore || found.length > options.length };
  }
  return { kind: 'one', id: first.id, name: first.name };
}

/** Why the form of a picker cannot be carried out; undefined if one thing was picked, or the field is empty. */
export function pickerFault(
  picked: Picked,
  field: string,
  language: Language,
): FormFault | undefined {
  if (picked.kind === 'empty' || picked.kind === 'one') return undefined;
  const words = wordsOf(language, 'picker');
  const several = picked.kind === 'several' && picked.hasMore ? words.more : words.several;
  const text = picked.kind === 'several' ? several : words[picked.kind];
  return { status: 422, message: '', fields: { [field]: text } };
}

interface PickerProps {
  readonly name: string;
  readonly label: string;
  /** What is named before something was sent. */
  readonly present?: Picked | undefined;
  /** What the field holds before it was sent. */
  readonly value?: string;
  readonly isOptional?: boolean;
}

/**
 * A field that takes the number of a thing, or how words of its name begin. When several have such a name, the form is
 * shown again with these to choose from.
 */
export function Picker({ present = { kind: 'empty' }, ...props }: PickerProps) {
  const words = useWords('picker');
  const { name: field } = props;
  const state = useContext(CurrentForm);
  const picked = state.picked?.[field] ?? present;
  const typed = state.values?.[field] ?? '';
  if (picked.kind === 'several') {
    const options = picked.options.map(({ id, name }) => {
      return [String(id), `${isolated(name)} (${id})`] as const;
    });
    return <Choice {...props} options={[[ANOTHER + typed, words.other], ...options]} />;
  }
  if (picked.kind === 'another') {
    const values = { ...state.values, [field]: typed.replace(ANOTHER, '') };
    return (
      <CurrentForm.Provider value={{ ...state, values }}>
        <Input {...props} {...AS_TEXT} hint={words.hint} />
      </CurrentForm.Provider>
    );
  }
  const hint = picked.kind === 'one' ? isolated(picked.name) : words.hint;
  return <Input {...props} {...AS_TEXT} hint={hint} />;
}
