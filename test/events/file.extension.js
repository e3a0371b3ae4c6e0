import { appendFileSync } from 'node:fs';

/** An extension whose ordered listener appends what it is told to a file. Now and then it fails. */
export const extension = {
  name: 'acme',
  souk: '*',
  settings: { ACME_FILE: { read: String, default: '', sentence: 'File of events.' } },
  ports: ({ settings }) => ({
    orderedListeners: [
      {
        name: 'file',
        events: [
          ...['order.placed', 'order.accepted', 'order.rejected', 'order.refunded'],
          ...['balance.deposited', 'balance.adjusted'],
        ],
        from: 'beginning',
        handle: async (event, { attempt }) => {
          appendFileSync(settings.ACME_FILE, `${JSON.stringify(event)}\n`);
          await Promise.resolve();
          if (attempt === 1 && event.id.endsWith('00')) throw new Error('unlucky');
        },
      },
    ],
  }),
};
