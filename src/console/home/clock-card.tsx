import type { ClockVerdict } from '../../database/clock/clock-verdict.js';
import { Card } from '../../pages/card.js';
import { useWords } from '../../pages/page-context.js';
import { HOME_WORDS } from './home-words.js';
import { useVisit } from '../visit/use-visit.js';

/** Clocks that do not agree. */
export function Clocks({
  clocks: { differenceMs, oddHosts, isDatabaseOdd },
}: {
  readonly clocks: ClockVerdict;
}) {
  const { formats } = useVisit();
  const words = useWords(HOME_WORDS);
  const seconds = formats.count(Math.round(differenceMs / 1000));
  const odd = [...(isDatabaseOdd ? [words.theDatabase] : []), ...oddHosts].join(', ');
  return (
    <Card title={words.clocks}>
      <p>{odd === '' ? words.unknownClock(seconds) : words.oddClock(odd, seconds)}</p>
    </Card>
  );
}
