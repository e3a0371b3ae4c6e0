import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { vi } from 'vitest';
import { FastPath } from '../../../src/common/http/prepared/fast-path.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// They would cost ten kilobytes each, and 20,000 requests are remembered.
it.each(['check?orders=[]', 'profile', 'content/0', 'products'])(
  'what is remembered of %s keeps neither the request nor its response',
  async (route) => {
    const account = await (await workerShop()).account();
    const remembered = vi.spyOn(FastPath.prototype, 'remember');
    const separator = route.includes('?') ? '&' : '?';
    for (let count = 0; count < 5; count++) {
      await account.api(`/client/api/${route}${separator}count=${count}`);
    }
    const responses = remembered.mock.calls.map(([response]) => new WeakRef(response));
    expect(responses.length).toBeGreaterThanOrEqual(5);
    // It keeps the arguments of its calls.
    remembered.mockClear();
    await until(() => {
      collectGarbage();
      // The connection is still open, and keeps the last one.
      return responses.slice(0, -1).every((response) => response.deref() === undefined);
    });
  },
);
