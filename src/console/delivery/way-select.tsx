import type { VNode } from 'preact';
import { useContext, useId } from 'preact/hooks';
import type { DeliveryChoices } from './delivery-reading.service.js';
import { OTHER_STOCK, rowNames } from './delivery-way.js';
import { useWords } from '../../pages/words.js';
import { Input } from '../../pages/form.js';
import { CurrentForm } from '../../pages/form-state.js';

type Option = readonly [value: string, text: string];

interface WaySelectProps {
  /** Of its label; left out where none is shown. */
  readonly id?: string;
  readonly name: string;
  readonly chosen: string;
  readonly choices: DeliveryChoices;
}

/** Chooses who delivers, by name. */
export function WaySelect({ id, name, chosen, choices }: WaySelectProps) {
  const words = useWords('delivery');
  const alone: Option[] = [
    ['', words.none],
    ['manual', words.manual],
  ];
  const groups: [title: string, options: Option[]][] = [
    [
      words.stocks,
      [
        ...choices.stocks.map((stock): Option => [`stock:${stock}`, stock]),
        ...(choices.hasMoreStocks ? [[OTHER_STOCK, words.otherStock] as const] : []),
      ],
    ],
    [words.suppliers, choices.suppliers.map((one): Option => [`supplier:${one}`, one])],
    [words.others, choices.handlers.map((code): Option => [`handler:${code}`, code])],
  ];
  const isListed = [alone, ...groups.map(([, options]) => options)].some((options) =>
    options.some(([value]) => value === chosen),
  );
  const options = (list: readonly Option[]): VNode[] =>
    list.map(([value, text]) => (
      <option key={value} value={value} selected={value === chosen}>
        {text}
      </option>
    ));
  return (
    <select
      id={id}
      name={name}
      autocomplete="off"
      aria-label={id === undefined ? words.title : undefined}
    >
      {options(alone)}
      {/* One that is not in the lists, such as of an extension that this server has not loaded, stays. */}
      {!isListed && options([[chosen, chosen.slice(chosen.indexOf(':') + 1)]])}
      {groups.map(([title, list]) =>
        list.length === 0 ? null : (
          <optgroup key={title} label={title}>
            {options(list)}
          </optgroup>
        ),
      )}
    </select>
  );
}

/** The fields for the one that delivers first; others are added on the page of the product. */
export function DeliveryInputs({ choices }: Pick<WaySelectProps, 'choices'>) {
  const words = useWords('delivery');
  const id = useId();
  const { values } = useContext(CurrentForm);
  const names = rowNames(0);
  return (
    <>
      <input type="hidden" name={names.position} value="1" />
      <div class="field">
        <label for={id}>{words.title}</label>
        <WaySelect id={id} name={names.by} chosen={values?.[names.by] ?? ''} choices={choices} />
      </div>
      <Input name={names.detail} label={words.detail} hint={words.detailHint} isOptional />
    </>
  );
}
