import type { ClockVerdict } from '../../database/clock/clock-verdict.js';
import { Card } from '../../pages/card.js';
import { useWords } from '../../pages/words.js';

/** Clocks that do not agree. */
export function Clocks({
  clocks: { differenceMs, oddHosts, isDatabaseOdd },
}: {
  readonly clocks: ClockVerdict;
}) {
  const words = useWords('home');
  const seconds = Math.round(differenceMs / 1000);
  const odd = [...(isDatabaseOdd ? [words.theDatabase] : []), ...oddHosts].join(', ');
  return (
    <Card title={words.clocks}>
      <p>
        {odd === '' ? words.unknownClock({ seconds }) : words.oddClock({ names: odd, seconds })}
      </p>
    </Card>
  );
}
