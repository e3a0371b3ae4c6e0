import type { VNode } from 'preact';
import type { ClockVerdict } from '../../database/clock/clock-verdict.js';
import { Card, type PartProps } from './home-parts.js';
import { HOME_WORDS } from './home-words.js';

/** Clocks that do not agree. */
export function Clocks({
  visit: { language, formats },
  clocks: { differenceMs, oddHosts, isDatabaseOdd },
}: PartProps & { readonly clocks: ClockVerdict }): VNode {
  const words = HOME_WORDS[language];
  const seconds = formats.count(Math.round(differenceMs / 1000));
  const odd = [...(isDatabaseOdd ? [words.theDatabase] : []), ...oddHosts].join(', ');
  return (
    <Card title={words.clocks}>
      <p>{odd === '' ? words.unknownClock(seconds) : words.oddClock(odd, seconds)}</p>
    </Card>
  );
}
