import type { VNode } from 'preact';
import type { RecipientDto } from '../../operations/notifications/notification.operations.js';
import { Notice } from '../../pages/notice.js';
import type { Visit } from '../visit/visit.js';
import { MAIL_SERVER } from './mail-server-page.js';
import { NOTIFICATION_WORDS } from './notification-words.js';

/** What decides whether a message is ever sent to a recipient. */
export type Told = Pick<RecipientDto, 'kind' | 'topics'>;

/** True for a recipient by e-mail of a shop that has no mail server. */
export function lacksMailServer({ kind }: Told, hasMailServer: boolean): boolean {
  return kind === 'email' && !hasMailServer;
}

/** Says that no e-mail can be sent, and leads to where this is mended. */
export function NoMailServer({
  visit: { language, links, caller },
}: {
  readonly visit: Visit;
}): VNode {
  const words = NOTIFICATION_WORDS[language];
  return (
    <Notice kind="bad">
      {words.noMailServer}{' '}
      {caller.may('settings.read') && <a href={links.to(MAIL_SERVER)}>{words.toMailServer}</a>}
    </Notice>
  );
}

interface ObstaclesProps {
  readonly visit: Visit;
  readonly recipient: Told;
  readonly hasMailServer: boolean;
  /** Where the topics are chosen; left out where the form stands below. */
  readonly settings?: string;
}

/** Why a recipient is sent nothing; nothing if it is. */
export function Obstacles({ visit, recipient, hasMailServer, settings }: ObstaclesProps): VNode {
  const words = NOTIFICATION_WORDS[visit.language];
  return (
    <>
      {lacksMailServer(recipient, hasMailServer) && <NoMailServer visit={visit} />}
      {recipient.topics.length === 0 && (
        <Notice kind="bad">
          {words.noTopics} {settings !== undefined && <a href={settings}>{words.chooseTopics}</a>}
        </Notice>
      )}
    </>
  );
}
