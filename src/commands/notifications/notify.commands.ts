import { InvalidArgumentError } from 'commander';
import { OperatorError } from '../../common/app-error.js';
import type { NotificationRecipient } from '../../notifications/recipients/recipient.entity.js';
import { USUAL_OVERDUE_MINUTES } from '../../notifications/recipients/recipient-settings.js';
import {
  Recipients,
  type CreatedRecipient,
  type NewRecipient,
  type RecipientChange,
} from '../../notifications/recipients/recipients.service.js';
import { TestNotices } from '../../notifications/sending/test-notice.service.js';
import { TOPIC_NAMES, topicOf, type Topic } from '../../notifications/topics.js';
import { endpointOf } from '../../outgoing/endpoint.js';
import { limitArgument, type AddCommands } from '../context/command-context.js';
import { noteChange, noteChanged } from '../context/noted-change.js';
import { allowSetHost } from '../context/set-host.js';
import type { Row } from '../context/terminal.js';
import { addMailServerCommands } from './mail-server.commands.js';

interface SetOptions {
  readonly webhook?: string;
  readonly email?: string;
  readonly topics?: Topic[];
  readonly overdueMinutes?: number;
}

const ALL = 'all';

export const addNotifyCommands: AddCommands = (notify, context) => {
  const { terminal, readShop, withShop } = context;

  notify
    .command('list')
    .description('who is told of what, and whether the last message arrived')
    .action(() =>
      readShop(async (shop) => {
        const recipients = await shop.get(Recipients).all();
        terminal.list(recipients.map(rowOf), 'Nobody is told yet; see "souk notify set".');
      }),
    );

  notify
    .command('set')
    .argument('<name>', 'what the recipient is named by, such as night-shift')
    .description('tell somebody, or change of what; the secret of a webhook is shown once')
    .option('--webhook <url>', 'address of a receiver of signed messages')
    .option('--email <address>', 'by the mail server of "souk notify mail-server set"')
    .option('--topics <list>', `${ALL}, or some of ${TOPIC_NAMES.join(', ')}`, topicsArgument)
    .option(
      '--overdue-minutes <n>',
      `an order that waits for longer is overdue; ${USUAL_OVERDUE_MINUTES} unless set`,
      limitArgument,
    )
    .action((name: string, options: SetOptions) =>
      withShop(async (shop) => {
        const recipients = shop.get(Recipients);
        const change = async (): Promise<void> => {
          const { recipient, secret } = await set(recipients, name, options);
          terminal.item({ ...rowOf(recipient), ...(secret !== undefined && { secret }) });
          if (secret !== undefined) terminal.remark('The secret is shown this once.');
          if (options.webhook !== undefined) {
            await allowSetHost(shop, terminal, endpointOf(recipient.address));
          }
        };
        await noteChange(shop, () => told(recipients, name), change);
      }),
    );

  notify
    .command('remove')
    .argument('<name>', 'name of a recipient')
    .description('tell somebody no more; what waits to be sent is dropped')
    .action((name: string) =>
      withShop(async (shop) => {
        const recipients = shop.get(Recipients);
        await noteChange(
          shop,
          () => told(recipients, name),
          () => recipients.removeNow(name),
        );
        terminal.show({ removed: name }, `${name} is told no more.`);
      }),
    );

  notify
    .command('test')
    .argument('<name>', 'name of a recipient')
    .description('send a test now, and say what happened')
    .action((name: string) =>
      withShop(async (shop) => {
        await shop.get(TestNotices).send(name);
        noteChanged(shop, null, { recipient: name, arrived: true });
        terminal.show({ recipient: name, arrived: true }, `The test for ${name} was taken.`);
      }),
    );

  addMailServerCommands(
    notify.command('mail-server').description('the mail server (SMTP) that sends e-mail'),
    context,
  );
};

async function told(recipients: Recipients, name: string): Promise<Row | null> {
  const recipient = await recipients.find(name);
  return recipient && rowOf(recipient);
}

async function set(
  recipients: Recipients,
  name: string,
  { webhook, email, topics, overdueMinutes }: SetOptions,
): Promise<CreatedRecipient> {
  if (webhook !== undefined && email !== undefined) {
    throw new OperatorError('Say --webhook or --email, not both; a recipient is reached one way.');
  }
  const address = webhook ?? email;
  const present = await recipients.find(name);
  const kind = webhook === undefined ? 'email' : 'webhook';
  if (!present) {
    if (address === undefined) throw new OperatorError('Say --webhook or --email the first time.');
    const usual = { topics: TOPIC_NAMES, overdueMinutes: USUAL_OVERDUE_MINUTES };
    const given = {
      topics: topics ?? usual.topics,
      overdueMinutes: overdueMinutes ?? usual.overdueMinutes,
    };
    return recipients.createNow({ name, kind, address, ...given } satisfies NewRecipient);
  }
  if (address !== undefined && kind !== present.kind) {
    throw new OperatorError(`"${name}" is reached by ${present.kind}; remove it first.`);
  }
  const change: RecipientChange = {
    ...(address !== undefined && { address }),
    ...(topics !== undefined && { topics }),
    ...(overdueMinutes !== undefined && { overdueMinutes }),
  };
  return { recipient: await recipients.changeNow(name, change) };
}

function topicsArgument(list: string): Topic[] {
  if (list === ALL) return [...TOPIC_NAMES];
  return list.split(',').map((item) => {
    const topic = topicOf(item.trim());
    if (topic) return topic;
    throw new InvalidArgumentError(
      `${JSON.stringify(item)} is none; there are ${TOPIC_NAMES.join(', ')}.`,
    );
  });
}

function rowOf(recipient: NotificationRecipient): Row {
  return {
    name: recipient.name,
    kind: recipient.kind,
    address: recipient.address,
    topics: recipient.topics.join(','),
    overdue_minutes: recipient.overdueMinutes,
    last_sent: recipient.lastSentAt,
    last_error: recipient.lastError,
  };
}
