import { InvalidArgumentError } from 'commander';
import { OperatorError } from '../../common/app-error.js';
import { USUAL_OVERDUE_MINUTES } from '../../notifications/recipients/recipient-settings.js';
import { Recipients } from '../../notifications/recipients/recipients.service.js';
import { TOPIC_NAMES, topicOf, type Topic } from '../../notifications/topics.js';
import type { AnyOperation } from '../../operations/operation.js';
import { recipientList } from '../../operations/notifications/notification.lists.js';
import {
  recipientCreate,
  recipientRemove,
  recipientSet,
  recipientTest,
  type CreatedRecipientDto,
} from '../../operations/notifications/notification.operations.js';
import { endpointOf } from '../../outgoing/endpoint.js';
import { limitArgument, type AddOwnCommands, type OpenShop } from '../context/command-context.js';
import { allowSetHost } from '../context/set-host.js';
import { LANGUAGE_FLAGS, languageGiven, type LanguageOption } from '../context/typed-language.js';
import { answerRow } from '../operations/answer-row.js';
import { addList } from '../operations/list-command.js';
import { addOperation, runOperation } from '../operations/operation-command.js';
import { addMailServerCommands } from './mail-server.commands.js';

interface SetOptions extends LanguageOption {
  readonly webhook?: string;
  readonly email?: string;
  readonly topics?: Topic[];
  readonly overdueMinutes?: number;
}

const ALL = 'all';

export const addNotifyCommands: AddOwnCommands = (notify, context) => {
  const { terminal, changeShop } = context;

  addList(notify, context, recipientList, {
    description: 'who is told of what, and whether the last message arrived',
    whenEmpty: 'Nobody is told yet; see "souk notify set".',
  });

  // One command makes and changes, and a host that it names may be private from then on.
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
    .option(LANGUAGE_FLAGS, 'of mails, such as tr; that of the shop by default')
    .action((name: string, options: SetOptions) =>
      changeShop(async (shop) => {
        const { operation, given } = await asked(shop, name, options);
        const onDone = async (answer: object): Promise<void> => {
          const { secret = null, ...recipient } = answer as Partial<CreatedRecipientDto>;
          const shown = secret === null ? recipient : answer;
          terminal.item(answerRow(recipientCreate.answer, shown), shown);
          if (secret !== null) terminal.remark('The secret is shown this once.');
          if (options.webhook === undefined) return;
          await allowSetHost(shop, terminal, endpointOf(String(recipient.address)));
        };
        await runOperation(shop, operation, { given, id: name, onDone });
      }),
    );

  addOperation(notify, context, recipientRemove, {
    description: 'tell somebody no more; what waits to be sent is dropped',
    said: (_, name) => `${name} is told no more.`,
  });
  addOperation(notify, context, recipientTest, {
    description: 'send a test now, and say what happened',
    said: (_, name) => `The test for ${name} was taken.`,
  });

  addMailServerCommands(
    notify.command('mail-server').description('the mail server (SMTP) that sends e-mail'),
    context,
  );
};

interface AskedRecipient {
  readonly operation: AnyOperation;
  readonly given: object;
}

async function asked(
  shop: OpenShop,
  name: string,
  { webhook, email, topics, overdueMinutes, ...options }: SetOptions,
): Promise<AskedRecipient> {
  if (webhook !== undefined && email !== undefined) {
    throw new OperatorError('Say --webhook or --email, not both; a recipient is reached one way.');
  }
  const address = webhook ?? email;
  const present = await shop.get(Recipients).find(name);
  const kind = webhook === undefined ? 'email' : 'webhook';
  const others = {
    ...(overdueMinutes !== undefined && { overdue_minutes: overdueMinutes }),
    ...languageGiven(options),
  };
  if (!present) {
    if (address === undefined) throw new OperatorError('Say --webhook or --email the first time.');
    const given = { name, kind, address, topics: topics ?? [...TOPIC_NAMES], ...others };
    return { operation: recipientCreate, given };
  }
  if (address !== undefined && kind !== present.kind) {
    throw new OperatorError(`"${name}" is reached by ${present.kind}; remove it first.`);
  }
  const given = {
    ...(address !== undefined && { address }),
    ...(topics !== undefined && { topics: [...new Set(topics)] }),
    ...others,
  };
  return { operation: recipientSet, given };
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
