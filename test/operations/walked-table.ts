import { readFileSync } from 'node:fs';
import type { Thing } from './walked-things.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * How one operation is done, and how it is done wrongly: a line of `walk.txt`, whose parts are
 *
 *     id in OpenAPI | what it is done to | input | what is wrong instead | page > end of the address of its form | …
 *
 * `$id` and such stand for what the thing has. The parts behind them are said where the doors do not follow from the input:
 * `typed` fields of the form in place of those of the input, `also` those besides, `wrong` what is wrong in the form (or none),
 * `first` a form before it, `command` its name, and `words` what is typed, with `%name` for a field, `@name` for a file with it, and `#name` for one with the bytes of its Base64.
 * `new` is what was not there before, `gone` what is not there afterwards, a form that is `full` sends more
 * than what was typed, one that `needs` another permission says that one, and a command `apart` works by hand, with a file or a secret, so that its entry has other details; it `says` what is wrong.
 */
export interface Walk {
  readonly id: string;
  readonly thing: string;
  readonly input: string;
  /** Undefined for what has no fields. */
  readonly wrong: string | undefined;
  readonly page: string;
  readonly ending: string;
  /** By their first word. */
  readonly more: ReadonlyMap<string, string>;
}

const TABLE = readFileSync(new URL('walk.txt', import.meta.url), 'utf8');

export const WALKS: readonly Walk[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [id = '', thing = '', input = '', wrong = '', form = '', ...more] = line
      .split('|')
      .map((part) => part.trim());
    const [page = '', ending = ''] = form.split(' > ');
    const words = more.map((part) => /^(\S+) ?(.*)$/.exec(part) ?? []);
    return {
      ...{
        id,
        thing,
        page,
        ending,
        input: input === '' ? '{}' : input,
        wrong: wrong === '' ? undefined : wrong,
      },
      more: new Map(words.map(([, word = '', rest = '']) => [word, rest])),
    };
  });

/** A text of the table with what a thing has: alone in quotes it keeps its type. */
export function filled(text: string, thing: Thing): string {
  const values = new Map<string, unknown>(Object.entries(thing));
  return text
    .replace(/"\$(\w+)"/g, (_, name: string) => JSON.stringify(values.get(name)))
    .replace(/[$:](id|name|account|category|key|long)\b/g, (_, name: string) =>
      String(values.get(name)),
    );
}

export function filledJson(text: string, thing: Thing): Values {
  return JSON.parse(filled(text, thing)) as Values;
}
