import type { RecipientDto } from '../../operations/notifications/notification.operations.js';
import { Notice } from '../../pages/notice.js';
import { PageLink } from '../../pages/text-links.js';
import { useVisit } from '../visit/use-visit.js';
import { MAIL_SERVER } from './mail-server-page.js';
import { useWords } from '../../pages/words.js';

/** What decides whether a message is ever sent to a recipient. */
type Told = Pick<RecipientDto, 'kind' | 'topics'>;

/** True for a recipient by e-mail of a shop that has no mail server. */
export function lacksMailServer({ kind }: Told, hasMailServer: boolean): boolean {
  return kind === 'email' && !hasMailServer;
}

/** Says that no e-mail can be sent, and leads to where this is mended. */
export function NoMailServer() {
  const { caller } = useVisit();
  const words = useWords('notification');
  return (
    <Notice kind="bad">
      {words.noMailServer}{' '}
      {caller.may('settings.read') && <PageLink to={MAIL_SERVER}>{words.toMailServer}</PageLink>}
    </Notice>
  );
}

interface ObstaclesProps {
  readonly recipient: Told;
  readonly hasMailServer: boolean;
  /** Where the topics are chosen; left out where the form stands below. */
  readonly settings?: string;
}

/** Why a recipient is sent nothing; nothing if it is. */
export function Obstacles({ recipient, hasMailServer, settings }: ObstaclesProps) {
  const words = useWords('notification');
  return (
    <>
      {lacksMailServer(recipient, hasMailServer) && <NoMailServer />}
      {recipient.topics.length === 0 && (
        <Notice kind="bad">
          {words.noTopics}{' '}
          {settings !== undefined && <PageLink to={settings}>{words.chooseTopics}</PageLink>}
        </Notice>
      )}
    </>
  );
}
