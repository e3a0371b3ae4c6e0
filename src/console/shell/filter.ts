/** What a list can be filtered by. */
export interface Filter {
  /** Of the parameter of the page. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** How it is asked for, as a text by default. `given` has no field, since only links set it. */
  readonly as?: 'search' | 'picker' | 'number' | 'time' | 'date' | 'given';
  /** Those of a choice; the first one leaves nothing out. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  /** What its value means, where neither an option nor a picker tells. */
  readonly told?: string | undefined;
  /** True for one without which there is no list. */
  readonly isNeeded?: boolean;
}

/** What is asked for, by the names of the filters. */
export type FilterValues = Readonly<Record<string, string>>;

/** Those of the filters that leave something out. */
export function activeFilters(filters: readonly Filter[], values: FilterValues): Filter[] {
  return filters.filter(({ name, options, isNeeded }) => {
    const { [name]: value = '' } = values;
    return value !== '' && !isNeeded && value !== options?.[0]?.[0];
  });
}

/** What is asked for without one of the filters. */
export function withoutFilters(values: FilterValues, left: readonly Filter[]): FilterValues {
  const names = left.map(({ name }) => name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
