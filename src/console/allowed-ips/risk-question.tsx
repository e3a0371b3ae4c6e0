import { Code } from '../../pages/values.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Visit } from '../visit/visit.js';
import { Addresses, type ShownAllowedIps } from './allowed-ips-page.js';
import { ipChangeRisk, lockedOut } from './ip-change-risk.js';
import { wordsOf } from '../../pages/words.js';

/** Tells what a change may do to programs of the account, and asks for a tick; undefined where there is no risk. */
export function riskQuestion(
  { language }: Visit,
  { ips, usedFrom }: ShownAllowedIps,
  change: 'add' | 'remove',
  range: string,
): ConfirmQuestion | undefined {
  const words = wordsOf(language, 'allowedIp');
  const before = ips.map((ip) => ip.range);
  const others = before.filter((one) => one !== range);
  const planned = { before, after: change === 'add' ? [...others, range] : others, usedFrom };
  const risk = ipChangeRisk(planned);
  if (risk === 'none') return undefined;
  const closed = lockedOut(planned);
  return {
    title: change === 'add' ? words.add : words.removeTitle,
    warning: words.risks[risk],
    facts: (
      <>
        <p>
          {words.range}: <Code>{range}</Code>
        </p>
        {closed.length > 0 && (
          <p>
            {words.lockedOut}: <Addresses addresses={closed} />
          </p>
        )}
      </>
    ),
    tick: words.understood,
  };
}
