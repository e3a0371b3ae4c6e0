const handler = { code: 'twice', checkSettings: () => undefined };

export const fulfillmentHandlers = [handler, { ...handler }];
