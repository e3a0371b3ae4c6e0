import { Card } from '../../pages/card.js';
import { Form } from '../../pages/form.js';
import { Details } from '../../pages/table.js';
import { Badge, Code, Text, Time } from '../../pages/values.js';
import { useWords, wordsOf } from '../../pages/words.js';
import {
  backupCondition,
  backupFailures,
  type BackupCondition,
  type BackupPlace,
} from '../../upkeep/nightly/backup-condition.js';
import type { NightlyState } from '../../upkeep/nightly/nightly-state.repository.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { PresentPassword } from '../own/own-page.js';
import { ShownOnce } from '../operations/shown-once.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';

export const UPKEEP = 'shop/upkeep';

export interface ShownBackups {
  readonly backups: NightlyState;
  readonly place: BackupPlace;
  readonly refused: RefusedForm<string> | undefined;
}

const KINDS: Readonly<Record<BackupCondition, 'good' | 'open' | 'bad' | 'plain'>> = {
  works: 'good',
  'none-yet': 'open',
  failing: 'bad',
  late: 'bad',
  unset: 'bad',
  off: 'plain',
};

/** Whether the shop is backed up each night, the last backup, and the way to another machine for it. */
export function Backups({ backups, place, refused }: ShownBackups) {
  const { caller } = useVisit();
  const words = useWords('upkeep');
  const { good, confirmedAt } = backups;
  const condition = backupCondition(backups, place);
  return (
    <Card title={words.backups}>
      <p>
        <Badge kind={KINDS[condition]}>{words.backupConditions[condition]}</Badge>
      </p>
      <BackupFailures backups={backups} />
      {(condition === 'unset' || condition === 'late') && (
        <p>{condition === 'unset' ? words.setFolder : words.lateHint}</p>
      )}
      {good && (
        <Details
          entries={[
            [words.lastBackup, <Time value={good.at} />],
            [words.file, <Code>{good.file}</Code>],
            [words.backupKey, good.key ? <Code>{good.key}</Code> : words.notEncrypted],
            [words.confirmed, <Time value={confirmedAt} />],
          ]}
        />
      )}
      {place === 'folder' && <Form to={`${UPKEEP}/backups`} button={words.backUp} />}
      {good && (
        <Form
          to={`${UPKEEP}/backups/confirm`}
          label={words.backups}
          hint={words.backupHint}
          button={words.confirm}
          kind="plain"
        />
      )}
      {/* The file, and apart from it the key: each takes the password once more. */}
      {good && caller.may('backups.download') && (
        <>
          <ProvenForm to="download" refused={refused} />
          <ProvenForm to="key" refused={refused} />
        </>
      )}
    </Card>
  );
}

/** Why the nightly backups do not do what they should. */
export function BackupFailures({ backups }: Pick<ShownBackups, 'backups'>) {
  return (
    <>
      {backupFailures(backups).map((reason) => (
        <div lang="en">
          <Text>{reason}</Text>
        </div>
      ))}
    </>
  );
}

interface ProvenFormProps extends Pick<ShownBackups, 'refused'> {
  /** Below the backups. */
  readonly to: 'download' | 'key';
}

function ProvenForm({ to, refused }: ProvenFormProps) {
  const words = useWords('upkeep');
  const [button, hint] =
    to === 'key' ? [words.showKey, words.keyHint] : [words.download, words.downloadHint];
  const state = stateOf(refused, to);
  return (
    <Form to={`${UPKEEP}/backups/${to}`} {...{ state, hint, button }} kind="plain">
      <PresentPassword />
    </Form>
  );
}

/** What SECRET_KEYS has to be where a backup is restored; each showing takes the password. */
export function secretKeysPage({ language }: Visit, keys: string): Page {
  const { secretKey: title, keyOnce: said } = wordsOf(language, 'upkeep');
  return { title, content: <ShownOnce said={said} secret={keys} to={UPKEEP} /> };
}
