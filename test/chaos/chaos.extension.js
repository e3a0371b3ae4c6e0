/** An extension whose listener hands every event of an order to the chaos process, by HTTP. */
export const extension = {
  name: 'chaos',
  souk: '*',
  settings: {
    CHAOS_SINK: { read: String, default: '', sentence: 'Address that takes events.' },
  },
  ports: ({ settings }) => ({
    listeners: [
      {
        name: 'sink',
        events: ['order.placed', 'order.accepted', 'order.rejected'],
        concerns: () => true,
        handle: async (event, { signal }) => {
          const body = JSON.stringify(event);
          const { ok, status } = await globalThis.fetch(settings.CHAOS_SINK, {
            method: 'POST',
            body,
            signal,
          });
          if (!ok) throw new Error(`the sink answered ${status}`);
        },
      },
    ],
  }),
};
