import type { AuditEntryDto } from '../../operations/shop/audit.lists.js';
import { PageLink } from '../../pages/text-links.js';
import { Time } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';
import { ChangesLink } from '../shell/changes-link.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { ActionName, Change, Who } from './audit-page.js';

/** The last changes of a thing, with the names that they tell. */
export interface ShownChanges {
  readonly entries: readonly AuditEntryDto[];
  readonly names: ThingNames;
}

interface LatestChangesProps {
  /** As the audit is searched by it, such as `product 7001`. */
  readonly target: string;
  readonly changes: ShownChanges;
}

/** Who has changed what of a thing, from what to what, newest first; each leads to where it can be taken back. */
export function LatestChanges({ target, changes: { entries, names } }: LatestChangesProps) {
  const words = useWords('audit');
  return (
    <section>
      <h2>{words.history}</h2>
      {entries.length === 0 && <p class="empty">{words.noHistory}</p>}
      <ol class="timeline">
        {entries.map((entry) => (
          <li key={entry.id}>
            <PageLink to={`audit/${entry.id}`}>
              <ActionName entry={entry} />
            </PageLink>{' '}
            <small>
              <Time value={entry.at} /> · <Who actor={entry.actor} />
            </small>
            <Change entry={entry} things={names} />
          </li>
        ))}
      </ol>
      <ChangesLink target={target} />
    </section>
  );
}
