/** `node --import` this file: every request goes through Express. */
import { FastPath } from '../../dist/common/http/prepared/fast-path.js';
import { replaceMethod } from './replace-method.js';

replaceMethod(FastPath, 'answer', (request, response, application) =>
  application(request, response),
);
replaceMethod(FastPath, 'remember', () => undefined);
