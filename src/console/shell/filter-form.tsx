import { timeOf } from '../../common/zoned-time.js';
import { Choice, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Picker } from '../../pages/picker.js';
import { PageLink } from '../../pages/text-links.js';
import { Text } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { activeFilters, withoutFilters, type Filter } from './filter.js';

interface FilterFormProps {
  /** The page of the list, below the home page. */
  readonly to: string;
  readonly filters: readonly Filter[];
  /** How many of them are in sight at once; the others stand behind "Filters". */
  readonly inSight?: number;
  readonly state?: FormState | undefined;
  /** Called like its button if left out. */
  readonly label?: string;
  readonly button?: string;
}

/**
 * A form that only searches: what it asks for stands in the address of what it finds. Below it stand the filters that leave
 * something out, each as a link to the list without it.
 */
export function FilterForm({ to, filters, inSight = 1, state = {}, ...props }: FilterFormProps) {
  const words = useWords('page');
  const { button = words.find, label = button } = props;
  const { values = {} } = state;
  const given = filters.filter(({ as }) => as === 'given');
  const asked = filters.filter(({ as }) => as !== 'given');
  const behind = asked.slice(inSight);
  return (
    <>
      <Form
        method="get"
        class="filter"
        to={to}
        state={state}
        label={label}
        hidden={Object.fromEntries(given.map(({ name }) => [name, values[name]]))}
      >
        {asked.slice(0, inSight).map(Field)}
        <Submit>{button}</Submit>
        {behind.length > 0 && (
          <details open={state.fault !== undefined}>
            <summary class="button">{words.filters}</summary>
            <div class="filter">
              {behind.map(Field)}
              <Submit kind="plain">{button}</Submit>
            </div>
          </details>
        )}
      </Form>
      <Chips to={to} filters={filters} state={state} />
    </>
  );
}

function Field({ name, label, hint, as, options, isNeeded }: Filter) {
  if (options) return <Choice name={name} label={label} hint={hint} options={options} />;
  if (as === 'picker') return <Picker name={name} label={label} isOptional />;
  return (
    <Input
      {...{ name, label, hint }}
      type={as === 'time' ? 'datetime-local' : as === 'search' || as === 'date' ? as : 'text'}
      isDecimal={as === 'number'}
      isOptional={!isNeeded}
    />
  );
}

function Chips({ to, filters, state = {} }: Pick<FilterFormProps, 'to' | 'filters' | 'state'>) {
  const visit = useVisit();
  const words = useWords('page');
  const { values = {} } = state;
  const active = activeFilters(filters, values);
  if (active.length === 0) return null;
  return (
    <ul class="actions chips" aria-label={words.filters}>
      {active.map((filter) => {
        const text = toldText(visit, filter, state);
        const told = `${filter.label}: ${text}`;
        return (
          <li key={filter.name}>
            <a
              class="badge"
              href={visit.links.to(to, withoutFilters(values, [filter]))}
              aria-label={words.withoutFilter({ filter: told })}
            >
              {filter.label}: <Text>{text}</Text> <span aria-hidden="true">×</span>
            </a>
          </li>
        );
      })}
      {active.length > 1 && (
        <li>
          <PageLink to={to} parameters={withoutFilters(values, active)}>
            {words.clearFilters}
          </PageLink>
        </li>
      )}
    </ul>
  );
}

/** The value of a filter as people say it; as it was typed where it says nothing else. */
function toldText(visit: Visit, filter: Filter, { values, picked }: FormState): string {
  const { name, as, options, told } = filter;
  const value = values?.[name] ?? '';
  const one = picked?.[name];
  const option = options?.find(([known]) => known === value)?.[1];
  const time = as === 'time' ? timeOf(value, visit.conventions.timeZone) : undefined;
  if (one?.kind === 'one') return one.name;
  return option ?? told ?? (time ? visit.formats.time(time) : value);
}

/** The times between which something is looked for. */
export function useTimeRange(): readonly Filter[] {
  const { from, to } = useWords('page');
  return [
    { name: 'from', label: from, as: 'time' },
    { name: 'to', label: to, as: 'time' },
  ];
}
