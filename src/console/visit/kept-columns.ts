/** Lists whose columns can be left out. */
export type ChosenList = 'orders' | 'accounts' | 'products';

/** The names of these columns; the first one of each list always stays. */
const CHOSEN_COLUMNS: Readonly<Record<ChosenList, readonly string[]>> = {
  orders: ['state', 'created', 'account', 'product', 'quantity', 'total', 'refunded'],
  accounts: ['id', 'state', 'email', 'group', 'created', 'balance'],
  products: ['id', 'price', 'state', 'path'],
};

export function isChosenList(name: string): name is ChosenList {
  return Object.hasOwn(CHOSEN_COLUMNS, name);
}

/** The columns that are left out of a list. @param kept the text of the cookie; what is unknown in it means nothing */
export function leftOut(kept: string, list: ChosenList): readonly string[] {
  const names = new URLSearchParams(kept).get(list)?.split('.');
  return CHOSEN_COLUMNS[list].filter((name) => names?.includes(name));
}

/** What a form has chosen of the columns that it offered; a page may have fewer of them than another. */
export interface ColumnChoice {
  readonly offered: readonly string[];
  readonly shown: readonly string[];
}

/** The text of the cookie with another choice for one list; empty where all columns of all lists are shown. */
export function withColumns(
  kept: string,
  list: ChosenList,
  { offered, shown }: ColumnChoice,
): string {
  const lists = Object.keys(CHOSEN_COLUMNS).filter(isChosenList);
  const choices = lists.map((one) => {
    const before = leftOut(kept, one);
    const isLeftOut = (name: string) =>
      one === list && offered.includes(name) ? !shown.includes(name) : before.includes(name);
    return [one, CHOSEN_COLUMNS[one].filter((name) => isLeftOut(name)).join('.')] as const;
  });
  const chosen = choices.filter(([, names]) => names !== '');
  return new URLSearchParams(Object.fromEntries(chosen)).toString();
}
