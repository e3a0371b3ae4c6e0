import { webhookFailures, webhookShow } from '../../operations/accounts/webhook.lists.js';
import {
  webhookOff,
  webhookRelease,
  webhookRotateSecret,
  webhookSet,
  webhookTest,
  type ChangedWebhookDto,
  type PingDto,
} from '../../operations/accounts/webhook.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addList, addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { answerRow } from '../operations/answer-row.js';

export const addWebhookCommands: AddOwnCommands = (webhook, context) => {
  const { terminal } = context;
  const show = (answer: object): void => {
    const { secret, ...webhook } = answer as ChangedWebhookDto;
    const shown = secret === null ? webhook : answer;
    terminal.item(answerRow(webhookSet.answer, shown), shown);
    if (secret !== null) terminal.remark('The secret is shown this once.');
  };
  addOperation(webhook, context, webhookSet, { arguments: ['url'], show });
  addReading(webhook, context, webhookShow);
  addOperation(webhook, context, webhookRotateSecret, { show });
  addOperation(webhook, context, webhookTest, {
    description: 'send a ping now, and say what happened',
    said: ({ http_status: status }: PingDto) => `The ping arrived; it was answered HTTP ${status}.`,
  });
  addOperation(webhook, context, webhookOff, {
    said: (_, id) => `Account ${id} is told no more.`,
  });
  addList(webhook, context, webhookFailures, {
    whenEmpty: 'Every message has arrived, or is on its way for the first time.',
    limit: 50,
  });
  addOperation(webhook, context, webhookRelease);
};
